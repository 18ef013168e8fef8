import { describe, expect, test } from 'vitest';
import { shortcutKey } from '../../lib/page/shortcut-key.ts';
import { createShortcutReader, isMac, type KeyPress, modKeyName, SHORTCUTS } from './shortcut-keys.ts';

const press = (key: string, atMs = 0, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  atMs,
  hasMod: false,
  hasOther: false,
  isTyping: false,
  isCovered: false,
  ...more,
});

describe('shortcuts', () => {
  test('? opens the sheet, / goes to the search, Ctrl K opens the palette', () => {
    const read = createShortcutReader();
    expect(read(press('?'))).toEqual({ kind: 'sheet' });
    expect(read(press('/'))).toEqual({ kind: 'search' });
    expect(read(press('k', 0, { hasMod: true }))).toEqual({ kind: 'palette' });
    expect(read(press('k'))).toBeNull();
    expect(read(press('x'))).toBeNull();
  });

  test('each row of the table triggers its action', () => {
    for (const { kind, key, isWithMod } of SHORTCUTS)
      expect(createShortcutReader()(press(key, 0, { hasMod: isWithMod }))).toEqual({ kind });
  });

  test('g then a letter navigates, within 1.2 s', () => {
    const read = createShortcutReader();
    expect(read(press('g'))).toBeNull();
    expect(read(press('a', 1200))).toEqual({ kind: 'go', key: 'a' });
    expect(read(press('a', 1300))).toBeNull();
    read(press('g', 2000));
    expect(read(press('a', 3201))).toBeNull();
    read(press('g', 4000));
    expect(read(press('a', 5200))).toEqual({ kind: 'go', key: 'a' });
    read(press('g', 6000));
    expect(read(press('Enter', 6100))).toBeNull();
  });

  test('g g is a chord of its own, not two starts', () => {
    const read = createShortcutReader();
    read(press('g'));
    expect(read(press('g', 10))).toEqual({ kind: 'go', key: 'g' });
    expect(read(press('a', 20))).toBeNull();
  });

  test('nothing triggers under a dialog or with another modifier [palette 4]', () => {
    const read = createShortcutReader();
    for (const more of [{ isCovered: true }, { hasOther: true }]) {
      for (const key of ['?', '/', 'g']) expect(read(press(key, 0, more))).toBeNull();
      expect(read(press('a', 1))).toBeNull();
      expect(read(press('k', 2, { ...more, hasMod: true }))).toBeNull();
    }
  });

  test('while typing only Ctrl K triggers, which is not text [ux 16] [palette 4]', () => {
    const read = createShortcutReader();
    for (const key of ['?', '/', 'g', 'a']) expect(read(press(key, 0, { isTyping: true }))).toBeNull();
    expect(read(press('k', 1, { isTyping: true, hasMod: true }))).toEqual({ kind: 'palette' });
  });

  test('a chord does not end with Ctrl and a letter', () => {
    const read = createShortcutReader();
    read(press('g'));
    expect(read(press('a', 1, { hasMod: true }))).toBeNull();
  });
});

describe('keys of other layouts', () => {
  test.each([
    ['German: Shift 7 is /', { key: '/', code: 'Digit7', shiftKey: true }, '/'],
    ['French: the key of US A writes q', { key: 'q', code: 'KeyA', shiftKey: false }, 'q'],
    ['Russian: the key of G', { key: 'п', code: 'KeyG', shiftKey: false }, 'g'],
    ['Arabic: the key of K', { key: 'ن', code: 'KeyK', shiftKey: false }, 'k'],
    ['Arabic: the question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
    ['a question mark of that script on another key', { key: '؟', code: 'KeyQ', shiftKey: true }, '?'],
    ['Arabic: the key of /', { key: 'ظ', code: 'Slash', shiftKey: false }, '/'],
    ['Caps Lock', { key: 'G', code: 'KeyG', shiftKey: false }, 'g'],
    ['an input method at work is no letter', { key: 'Process', code: 'KeyG', shiftKey: false }, 'Process'],
    ['a dead key is no letter', { key: 'Dead', code: 'KeyK', shiftKey: false }, 'Dead'],
  ])('%s', (_name, event, key) => {
    expect(shortcutKey(event)).toBe(key);
  });

  test('Cmd on Apple computers, Ctrl elsewhere', () => {
    expect(['MacIntel', 'iPhone', 'iPad', 'Win32', 'Linux x86_64'].map(isMac)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect([modKeyName('MacIntel'), modKeyName('Win32')]).toEqual(['⌘', 'Ctrl']);
  });
});
