import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TokenClaims } from './token-claims.ts';

/** Each object is a tab: locks are shared by all tabs of a browser. */
let prefix: string;
const tab = () => new TokenClaims(prefix);
beforeEach(() => {
  prefix = crypto.randomUUID();
});
afterEach(() => vi.unstubAllGlobals());

test('one tab alone may use a token, as often as it asks [sign-in 2]', async () => {
  const [one, other] = [tab(), tab()];
  const taken = await Promise.all([one.take('a'), other.take('a')]);
  expect(taken.toSorted()).toEqual([false, true]);
  const owner = taken[0] ? one : other;
  expect(await owner.take('a')).toBe(true);
  expect(await (owner === one ? other : one).take('b')).toBe(true);
});

test('a released token may be used by another tab [sign-in 2]', async () => {
  const [one, other] = [tab(), tab()];
  await one.take('a');
  await one.take('b');
  await one.giveBack('never taken');
  await other.giveBack('a');
  expect(await other.take('a')).toBe(false);
  await one.giveBack('a');
  await vi.waitFor(async () => expect(await other.take('a')).toBe(true));
  expect([await one.take('a'), await other.take('b')]).toEqual([false, false]);
});

test('a tab keeps its last two tokens claimed', async () => {
  const [one, other] = [tab(), tab()];
  for (const token of ['a', 'b', 'c']) await one.take(token);
  await vi.waitFor(async () => expect(await other.take('a')).toBe(true));
  expect([await other.take('b'), await other.take('c')]).toEqual([false, false]);
});

test('claims for another purpose do not interfere, and the lock does not name the token', async () => {
  await tab().take('secret');
  expect(await new TokenClaims(`${prefix} else`).take('secret')).toBe(true);
  const { held } = await navigator.locks.query();
  const names = held?.map(({ name }) => name).filter((name) => name?.startsWith(`${prefix}:`));
  expect(names).toEqual([expect.stringMatching(/:[A-Za-z0-9+/]{43}=$/)]);
});

test('without locks, every tab may use it', async () => {
  vi.stubGlobal('navigator', {});
  expect([await tab().take('a'), await tab().take('a')]).toEqual([true, true]);
});
