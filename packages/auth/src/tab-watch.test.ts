import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceSignOut, claimTab, hearSignOut, watchStoredUser } from './tab-watch.ts';
import { MemoryStorage } from './testing/fake-browser.ts';

const TAB_KEY = 'backcounter.tab';
let session: MemoryStorage;
/** Continues in a tab with this session storage; a duplicated tab starts with a copy. */
function inTab(storage: MemoryStorage): void {
  session = storage;
  vi.stubGlobal('sessionStorage', session);
}
function copyOf(storage: MemoryStorage): MemoryStorage {
  const copy = new MemoryStorage();
  for (const [key, value] of storage.entries) copy.setItem(key, value);
  return copy;
}
beforeEach(() => inTab(new MemoryStorage()));
afterEach(() => vi.unstubAllGlobals());

test('a tab keeps its name, and a duplicate gets a name of its own [sign-in 2]', async () => {
  expect(await claimTab()).toBe(true);
  const original = session.getItem(TAB_KEY);
  expect(original).toMatch(/^[0-9a-f-]{36}$/);
  inTab(copyOf(session));
  expect(await claimTab()).toBe(false);
  const copied = session.getItem(TAB_KEY);
  expect(copied).toMatch(/^[0-9a-f-]{36}$/);
  expect(copied).not.toBe(original);
  // A copy of the copy finds that name taken as well.
  inTab(copyOf(session));
  expect(await claimTab()).toBe(false);
});

test('a reloaded tab waits for the previous page and keeps its name', async () => {
  session.setItem(TAB_KEY, 'mine');
  const before = Promise.withResolvers<void>();
  void navigator.locks.request(`${TAB_KEY}:mine`, () => before.promise);
  const claimed = claimTab();
  before.resolve();
  expect(await claimed).toBe(true);
  expect(session.getItem(TAB_KEY)).toBe('mine');
});

test('without locks, every tab counts as the original', async () => {
  vi.stubGlobal('navigator', {});
  expect(await claimTab()).toBe(true);
  expect(session.length).toBe(0);
});

test('a sign-out in one tab reaches the others with the same store, until they stop listening [spec 4.6]', async () => {
  const [heard, other, stopped] = [vi.fn(), vi.fn(), vi.fn()];
  const ends = [hearSignOut('mine', heard), hearSignOut('of another provider', other)];
  hearSignOut('mine', stopped)();
  announceSignOut('mine');
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
  for (const end of ends) end();
  expect([other.mock.calls, stopped.mock.calls]).toEqual([[], []]);
});

test('changes of the stored user are reported until the watch ends, those of other entries are not [spec 4.6]', () => {
  const page = Object.assign(new EventTarget(), { localStorage: new MemoryStorage() });
  vi.stubGlobal('window', page);
  const heard = vi.fn();
  const store = (key: string | null, storageArea: object = page.localStorage) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }));
  const end = watchStoredUser('user', heard);
  store('other');
  store('user', {});
  store(null, {});
  expect(heard).not.toHaveBeenCalled();
  store('user');
  store(null);
  expect(heard).toHaveBeenCalledTimes(2);
  end();
  store('user');
  expect(heard).toHaveBeenCalledTimes(2);
});
