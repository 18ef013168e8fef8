import type { AuthSDK, AuthSnapshot } from '@backcounter/auth';
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionEnding } from './session-ending.ts';

type Watched = Parameters<typeof sessionEnding.watch>[0];
const ENDS_AT_S = 1_700_000_000;
let warn: () => Promise<void>;
let change: () => void;
let user: { accessToken: string; expiresAt: number | null } | null;
const getAccessToken = vi.fn<AuthSDK['getAccessToken']>();

beforeEach(() => {
  user = { accessToken: 'old', expiresAt: ENDS_AT_S };
  getAccessToken.mockReset().mockResolvedValue('old');
  const auth: Watched = {
    onTokenExpiring: (listener) => {
      warn = async () => listener();
      return () => undefined;
    },
    subscribe: (listener) => {
      change = listener;
      return () => undefined;
    },
    getAccessToken,
    getSnapshot: () => ({ status: 'signed-in', user }) as AuthSnapshot,
  };
  sessionEnding.watch(auth);
  change();
});

test('the session ends with its token when the last minute has begun and it could not be renewed [spec 4.8]', async () => {
  const heard = vi.fn();
  const following = sessionEnding.endsAtMs.subscribe(heard);
  expect(sessionEnding.endsAtMs.get()).toBeNull();
  await warn();
  expect([sessionEnding.endsAtMs.get(), heard.mock.calls.length]).toEqual([ENDS_AT_S * 1000, 1]);
  await warn();
  expect(heard).toHaveBeenCalledTimes(1);
  change();
  expect([sessionEnding.endsAtMs.get(), heard.mock.calls.length]).toEqual([null, 2]);
  following.unsubscribe();
  await warn();
  expect(heard).toHaveBeenCalledTimes(2);
});

test.each<[string, () => void]>([
  ['was renewed', () => getAccessToken.mockResolvedValue('new')],
  ['was refused', () => getAccessToken.mockRejectedValue(new Error('expired'))],
  ['does not end', () => Object.assign(user ?? {}, { expiresAt: null })],
  [
    'has ended',
    () => {
      user = null;
      getAccessToken.mockResolvedValue(null);
    },
  ],
])('no end is announced for a session that %s [spec 4.8]', async (_name, arrange) => {
  arrange();
  await warn();
  expect(sessionEnding.endsAtMs.get()).toBeNull();
});

test('no end is announced when another token arrived during the renewal [spec 4.8]', async () => {
  getAccessToken.mockImplementation(async () => {
    user = { accessToken: 'new', expiresAt: ENDS_AT_S };
    return 'old';
  });
  await warn();
  expect(sessionEnding.endsAtMs.get()).toBeNull();
});
