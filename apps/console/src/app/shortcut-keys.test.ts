import { describe, expect, test } from 'vitest';
import { createShortcutReader } from './shortcut-keys.ts';

const press = (key: string, atMs = 0, more: { hasModifier?: boolean; isTaken?: boolean } = {}) => ({
  key,
  atMs,
  hasModifier: false,
  isTaken: false,
  ...more,
});

describe('shortcuts', () => {
  test('? opens the sheet, / goes to the search', () => {
    const read = createShortcutReader();
    expect(read(press('?'))).toEqual({ kind: 'sheet' });
    expect(read(press('/'))).toEqual({ kind: 'search' });
    expect(read(press('x'))).toBeNull();
  });

  test('g then a letter goes somewhere, within 1.2 s', () => {
    const read = createShortcutReader();
    expect(read(press('g'))).toBeNull();
    expect(read(press('a', 1200))).toEqual({ kind: 'go', key: 'a' });
    expect(read(press('a', 1300))).toBeNull();
    read(press('g', 2000));
    expect(read(press('a', 3201))).toBeNull();
  });

  test('g g is a chord of its own, not two beginnings', () => {
    const read = createShortcutReader();
    read(press('g'));
    expect(read(press('g', 10))).toEqual({ kind: 'go', key: 'g' });
    expect(read(press('a', 20))).toBeNull();
  });

  test('nothing fires while typing, in a dialog or with a modifier', () => {
    const read = createShortcutReader();
    for (const more of [{ isTaken: true }, { hasModifier: true }]) {
      for (const key of ['?', '/', 'g']) expect(read(press(key, 0, more))).toBeNull();
      expect(read(press('a', 1))).toBeNull();
    }
  });
});
