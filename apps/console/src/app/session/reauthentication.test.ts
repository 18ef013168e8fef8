import type { SignedInUser } from '@backcounter/auth';
import { beforeEach, expect, test, vi } from 'vitest';
import { createReauthentication } from './reauthentication.ts';

const user = (accessToken: string) => ({ accessToken }) as SignedInUser;

beforeEach(() => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  return () => vi.restoreAllMocks();
});

test('the end of the session is logged, and the new token is that of the provider’s session [spec 4.19]', async () => {
  const again = createReauthentication({ signInSilently: async () => user('new') });
  await expect(again()).resolves.toBe('new');
  expect(console.info).toHaveBeenCalledWith('Session expired');
});

test.each([
  ['wants to see the person', async () => null, []],
  [
    'does not answer, or signs in someone else',
    () => Promise.reject(new Error('no')),
    [['Signing in again without leaving the page:', new Error('no')]],
  ],
])('there is none where the provider %s', async (_why, signInSilently, warnings) => {
  await expect(createReauthentication({ signInSilently })()).resolves.toBeNull();
  expect(vi.mocked(console.warn).mock.calls).toEqual(warnings);
});

test('simultaneous calls share one attempt, a later one starts another', async () => {
  const signInSilently = vi.fn(async () => user('new'));
  const again = createReauthentication({ signInSilently });
  await Promise.all([again(), again()]);
  expect(signInSilently).toHaveBeenCalledTimes(1);
  await again();
  expect(signInSilently).toHaveBeenCalledTimes(2);
});
