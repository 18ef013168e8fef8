import { ErrorResponse, ErrorTimeout, User } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OidcUserManager } from './oidc-user-manager.ts';
import { TokenRenewal } from './token-renewal.ts';

/** A browser with one tab, as far as the renewal uses it. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const browser = { onLine: true };
let stored: User | null;
let answers: (() => User)[];
let asked: number;
let raised: number;
let failures: unknown[];
let renewal: TokenRenewal;

function user(livesS: number, access_token = 'old'): User {
  return new User({
    access_token,
    refresh_token: `refresh of ${access_token}`,
    token_type: 'Bearer',
    profile: { sub: '1', iss: '', aud: '', exp: 0, iat: 0 },
    expires_at: Math.floor(Date.now() / 1000) + livesS,
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', browser);
  browser.onLine = true;
  answers = [];
  asked = 0;
  raised = 0;
  failures = [];
  const manager = {
    storedUserKey: 'key',
    events: new Proxy({}, { get: () => () => undefined }),
    getStoredUser: async () => stored,
    getUser: async () => {
      raised += 1;
      return stored;
    },
    signinSilent: async () => {
      asked += 1;
      const answer = answers.shift();
      if (!answer) throw new TypeError('Failed to fetch');
      stored = answer();
      return stored;
    },
  };
  renewal = new TokenRenewal(manager as unknown as OidcUserManager, {
    onFailed: (error) => failures.push(error),
    onDelayed: () => undefined,
  });
  renewal.start();
});
afterEach(() => {
  renewal.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lookAtThePage = () => page.dispatchEvent(new Event('visibilitychange'));

test('a fresh token is not renewed', async () => {
  stored = user(61);
  lookAtThePage();
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, raised]).toEqual([0, 0]);
});

test('several callers share one renewal [trap 2]', async () => {
  stored = user(30);
  answers = [() => user(300, 'new')];
  const tokens = await Promise.all([renewal.renew(), renewal.renew(), renewal.renew()]);
  expect([tokens.map((renewed) => renewed?.access_token), asked]).toEqual([['new', 'new', 'new'], 1]);
});

test.each([
  ['lost', () => new TypeError('Failed to fetch')],
  ['too slow', () => new ErrorTimeout('Network timed out')],
  ['broken at the other end', () => new Error('Bad Gateway (502)')],
])('a network that is %s is tried every 5 s until the token has expired', async (_name, error) => {
  stored = user(20);
  const fail = () => {
    throw error();
  };
  answers = Array.from({ length: 20 }, () => fail);
  lookAtThePage();
  await vi.advanceTimersByTimeAsync(19_999);
  expect([asked, failures]).toEqual([4, []]);
  await vi.advanceTimersByTimeAsync(10_001);
  expect([asked, failures.length]).toEqual([5, 1]);
});

test('concurrent triggers lead to one next try, and to none after the stop', async () => {
  stored = user(30);
  lookAtThePage();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(4_999);
  expect([asked, vi.getTimerCount()]).toEqual([1, 1]);
  renewal.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
});

test('a failure is reported when the user was removed in between', async () => {
  stored = user(30);
  answers = [
    () => {
      stored = null;
      throw new TypeError('Failed to fetch');
    },
  ];
  lookAtThePage();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, failures.length]).toEqual([1, 1]);
});

test('offline, nothing is tried and no one is signed out; back online it continues immediately [sign-in 1]', async () => {
  stored = user(10);
  browser.onLine = false;
  lookAtThePage();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, failures]).toEqual([0, []]);
  browser.onLine = true;
  answers = [() => user(300, 'new')];
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, stored?.access_token, failures]).toEqual([1, 'new', []]);
});

test('a refusal of the provider is final immediately [sign-in 1]', async () => {
  stored = user(30);
  answers = [
    () => {
      throw new ErrorResponse({ error: 'invalid_grant' });
    },
  ];
  lookAtThePage();
  await vi.advanceTimersByTimeAsync(20_000);
  expect([asked, failures.length]).toEqual([1, 1]);
});
