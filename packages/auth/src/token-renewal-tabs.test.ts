import { ErrorTimeout, User } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OidcUserManager } from './oidc-user-manager.ts';
import { TokenRenewal } from './token-renewal.ts';

/** Each tab has a renewal of its own; the store and the locks are shared. */
let storedUserKey: string;
let stored: User | null;
let page: EventTarget & { visibilityState: string };
let renewals: TokenRenewal[];

function user(livesS: number, token: string): User {
  return new User({
    access_token: token,
    refresh_token: `refresh of ${token}`,
    token_type: 'Bearer',
    profile: { sub: '1', iss: '', aud: '', exp: 0, iat: 0 },
    expires_at: Math.floor(Date.now() / 1000) + livesS,
  });
}

function tab() {
  const [warned, expired] = [new Set<() => void>(), new Set<() => void>()];
  const events = {
    addAccessTokenExpiring: (listener: () => void) => warned.add(listener),
    addAccessTokenExpired: (listener: () => void) => expired.add(listener),
    removeAccessTokenExpiring: (listener: () => void) => warned.delete(listener),
    removeAccessTokenExpired: (listener: () => void) => expired.delete(listener),
  };
  const signinSilent = vi.fn(async (): Promise<User> => {
    stored = user(300, 'new');
    return stored;
  });
  const getUser = vi.fn(async (_raises?: boolean) => stored);
  const listener = { onFailed: vi.fn(), onDelayed: vi.fn() };
  const manager = { storedUserKey, events, getStoredUser: async () => stored, getUser, signinSilent };
  const renewal = new TokenRenewal(manager as unknown as OidcUserManager, listener);
  renewals.push(renewal);
  const raise = (listeners: Set<() => void>) => () => {
    for (const each of listeners) each();
  };
  return { renewal, signinSilent, getUser, listener, warn: raise(warned), expire: raise(expired), warned, expired };
}

/** Locks and digests come from other threads. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  storedUserKey = crypto.randomUUID();
  stored = user(30, 'old');
  renewals = [];
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks });
});
afterEach(() => {
  for (const renewal of renewals) renewal.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('of several tabs one renews, and the others use its result [sign-in 2]', async () => {
  const tabs = [tab(), tab(), tab()];
  const users = await Promise.all(tabs.map(({ renewal }) => renewal.renew()));
  expect(users.map((each) => each?.access_token)).toEqual(['new', 'new', 'new']);
  expect(tabs.flatMap(({ signinSilent }) => signinSilent.mock.calls)).toHaveLength(1);
  // Raised to the others' listeners as well.
  expect(tabs.flatMap(({ getUser }) => getUser.mock.calls)).toEqual([[true], [true]]);
});

test.each([
  ['access token', { access_token: 'second' }],
  ['refresh token', { refresh_token: 'second' }],
])('the next token is renewed as well, by whichever tab is first, when only the %s is new', async (_kind, change) => {
  const [one, other] = [tab(), tab()];
  await one.renewal.renew();
  stored = Object.assign(user(30, 'old'), change);
  await other.renewal.renew();
  expect([one.signinSilent.mock.calls.length, other.signinSilent.mock.calls.length]).toEqual([1, 1]);
});

test('where one tab failed, another may try the same token [sign-in 1]', async () => {
  const [one, other] = [tab(), tab()];
  one.signinSilent.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(one.renewal.renew()).rejects.toThrow('Failed to fetch');
  expect((await other.renewal.renew())?.access_token).toBe('new');
});

test('a tab that is frozen while it renews is waited for 15 s', async () => {
  const [frozen, other] = [tab(), tab()];
  frozen.signinSilent.mockReturnValue(new Promise(() => undefined));
  void frozen.renewal.renew();
  await vi.waitFor(() => expect(frozen.signinSilent).toHaveBeenCalled());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const began = Date.now();
  const outcome = other.renewal.renew().then(String, (error: unknown) => error);
  let error: unknown;
  void outcome.then((value) => {
    error = value;
  });
  while (error === undefined) {
    vi.advanceTimersToNextTimer();
    await new Promise(setImmediate);
  }
  expect(error).toBeInstanceOf(ErrorTimeout);
  expect(error).toMatchObject({ message: 'Another tab did not finish renewing' });
  expect(Date.now() - began).toBeGreaterThan(15_000);
  expect(Date.now() - began).toBeLessThan(15_500);
  expect(other.signinSilent).not.toHaveBeenCalled();
});

test('without a user nothing is renewed', async () => {
  stored = null;
  const { renewal, signinSilent, expire } = tab();
  renewal.start();
  expire();
  expect(await renewal.renew()).toBeNull();
  expect(signinSilent).not.toHaveBeenCalled();
});

test.each(['warn', 'expire'] as const)('%s starts the renewal, until it is stopped [spec 4.3]', async (event) => {
  const page = tab();
  page.renewal.start();
  page[event]();
  await vi.waitFor(() => expect(page.signinSilent).toHaveBeenCalledTimes(1));
  page.renewal.stop();
  stored = user(30, 'second');
  window.dispatchEvent(new Event('online'));
  await settle();
  expect([page.warned.size, page.expired.size, page.signinSilent.mock.calls.length]).toEqual([0, 0, 1]);
});

test('a token with 60 s left is renewed, one without an expiry is not [spec 9.6]', async () => {
  const { renewal, signinSilent } = tab();
  stored = Object.assign(user(0, 'old'), { expires_at: undefined });
  await renewal.renew();
  expect(signinSilent).not.toHaveBeenCalled();
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
  stored = user(60, 'old');
  await renewal.renew();
  expect(signinSilent).toHaveBeenCalledTimes(1);
});

test('a hidden page waits until it is visible', async () => {
  const { renewal, signinSilent } = tab();
  renewal.start();
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await settle();
  page.visibilityState = 'visible';
  expect(signinSilent).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(signinSilent).toHaveBeenCalledTimes(1));
});

test('a delay is reported; after the stop nothing is tried or reported', async () => {
  const { renewal, signinSilent, listener, expire } = tab();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const lost = new TypeError('Failed to fetch');
  signinSilent.mockRejectedValue(lost);
  renewal.start();
  expire();
  await vi.waitFor(() => expect(listener.onDelayed).toHaveBeenCalledWith(lost));
  renewal.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(listener.onFailed).not.toHaveBeenCalled();
});

test('a refusal after the stop is not reported', async () => {
  const { renewal, signinSilent, listener, expire } = tab();
  const answer = Promise.withResolvers<User>();
  signinSilent.mockReturnValue(answer.promise);
  renewal.start();
  expire();
  await vi.waitFor(() => expect(signinSilent).toHaveBeenCalled());
  renewal.stop();
  answer.reject(new Error('refused'));
  await settle();
  expect([listener.onFailed.mock.calls, listener.onDelayed.mock.calls]).toEqual([[], []]);
});
