import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Another tab of the same browser. */
async function openTab() {
  vi.resetModules();
  return (await import('./data-position.ts')).dataPosition;
}

it('keeps the latest position, compared by place and not by letters', async () => {
  const tab = await openTab();
  expect(tab.current()).toBe('0/0');
  for (const position of ['0/A0', '0/FF', '1/0', '0/FFFFFFFF', null, undefined, 7, 'x/1', '1/2/3', '1/123456789'])
    tab.note(position);
  expect(tab.current()).toBe('1/0');
  tab.note('10/0');
  tab.note('9/FFFFFFFF');
  expect(tab.current()).toBe('10/0');
});

it('reads from the primary while a change is pending, also in another tab, and then no earlier than the change', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.note('2/0');
  one.expectChange();
  expect([one.current(), other.current()]).toEqual(['FFFFFFFF/FFFFFFFF', 'FFFFFFFF/FFFFFFFF']);
  one.noteChange('3/0');
  expect([one.current(), other.current()]).toEqual(['3/0', '3/0']);
  other.note('4/0');
  expect([one.current(), other.current()]).toEqual(['3/0', '4/0']);
});

it('expires after a minute, even when older positions arrive in between', async () => {
  const tab = await openTab();
  tab.note('F0000000/0');
  tab.expectChange();
  vi.advanceTimersByTime(30_000);
  tab.note('5/0');
  expect(tab.current()).toBe('FFFFFFFF/FFFFFFFF');
  vi.advanceTimersByTime(30_000);
  expect(tab.current()).toBe('0/0');
  tab.note('5/8');
  expect(tab.current()).toBe('5/8');
});

it('ignores anything but positions in storage', async () => {
  const tab = await openTab();
  for (const text of ['', 'x', '1/0', '1/0 soon', `1/0 ${Date.now() + 5_000}`, `__proto__ ${Date.now()}`]) {
    stored.set('data-position', text);
    expect(tab.current()).toBe('0/0');
  }
});
