import { AuthSDK, type SignedInUser } from '@backcounter/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSharedClient } from '../api/graphql-client.ts';
import { RequestError } from '../api/request-error.ts';
import { adminTokensOf } from './presence-admin-token.ts';

const person = (sub: string, roles = ['ADMIN']) => ({ profile: { sub }, roles }) as unknown as SignedInUser;

const SETTINGS = {
  authority: 'https://id.test',
  clientId: 'console',
  redirectUri: 'https://console.test/login',
  silentRedirectUri: 'https://console.test/silent',
  popupRedirectUri: 'https://console.test/popup',
  postLogoutRedirectUri: 'https://console.test/logout',
  log: () => undefined,
};

let userState: AuthSDK['userState'];
let user: SignedInUser | null;
const getSnapshot = () => ({ status: 'signed-in' as const, user });
const [ask, onFailed] = [vi.fn(), vi.fn()];
beforeEach(() => {
  onFailed.mockReset();
  ask.mockReset().mockImplementation(async (_document, { user_id }) => ({
    getFirebaseAdminToken: `token of ${user_id}`,
  }));
  setSharedClient({ request: ask });
  ({ userState } = new AuthSDK(SETTINGS));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('it is requested with the subject of the profile, without a toast, and stored in the user state [spec 4.10, 7.5]', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  expect(tokens.held()).toBeNull();
  expect(await tokens.fetch()).toBe('token of ada');
  expect(tokens.held()).toBe('token of ada');
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.anything(), { user_id: 'ada' }, { errorsShown: 'in-log' });
});

test('it is not requested for a person without a role [presence 11]', async () => {
  for (const someone of [null, person('nobody', [])]) {
    user = someone;
    expect(await adminTokensOf({ userState, getSnapshot }, onFailed).fetch()).toBeNull();
  }
  expect(ask).not.toHaveBeenCalled();
});

test('two simultaneous callers share a request; a later one sends another', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  await Promise.all([tokens.fetch(), tokens.fetch()]);
  expect(ask).toHaveBeenCalledTimes(1);
  await tokens.fetch();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('an answer without a token keeps the old one, and so does a failure [spec 4.18]', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  await tokens.fetch();
  ask.mockResolvedValueOnce({ getFirebaseAdminToken: '' });
  expect(await tokens.fetch()).toBe('token of ada');
  ask.mockRejectedValueOnce(new Error('down'));
  await expect(tokens.fetch()).rejects.toThrow('down');
  expect(tokens.held()).toBe('token of ada');
});

test('a busy server is asked again, twice', async () => {
  vi.useFakeTimers();
  user = person('ada');
  const busy = new RequestError('service.unavailable', { details: { retryAfterSeconds: 1 } });
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  for (const _refusal of [1, 2]) ask.mockRejectedValueOnce(busy);
  const [token] = await Promise.all([tokens.fetch(), vi.advanceTimersByTimeAsync(2_000)]);
  expect(token).toBe('token of ada');
  for (const _refusal of [1, 2, 3]) ask.mockRejectedValueOnce(busy);
  await Promise.all([expect(tokens.fetch()).rejects.toThrow(busy), vi.advanceTimersByTimeAsync(2_000)]);
  expect(ask).toHaveBeenCalledTimes(6);
});

test('a token that arrives after its person has left is dropped', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  const asked = tokens.fetch();
  user = person('eve');
  expect(await asked).toBeNull();
  expect(tokens.held()).toBeNull();
});

test('a request without an answer fails after 10 s and not before, the next caller sends another, and a late answer counts [spec 4.10, 4.11]', async () => {
  vi.useFakeTimers();
  user = person('ada');
  const [first, second] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  ask.mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  const ended = vi.fn();
  tokens.fetch().catch(ended);
  await vi.advanceTimersByTimeAsync(9_999);
  expect([ended.mock.calls.length, ask.mock.calls.length]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended.mock.calls).toEqual([[new Error('No answer within 10 s')]]);
  const again = tokens.fetch();
  expect(ask).toHaveBeenCalledTimes(2);
  second.resolve({ getFirebaseAdminToken: 'second' });
  expect(await again).toBe('second');
  first.resolve({ getFirebaseAdminToken: 'late' });
  await vi.advanceTimersByTimeAsync(0);
  expect([tokens.held(), onFailed.mock.calls, vi.getTimerCount()]).toEqual(['late', [], 0]);
});

test('every failure is reported, whenever it comes [spec 4.14]', async () => {
  vi.useFakeTimers();
  user = person('ada');
  const late = Promise.withResolvers<object>();
  ask.mockReturnValueOnce(late.promise).mockRejectedValueOnce(new Error('early'));
  const tokens = adminTokensOf({ userState, getSnapshot }, onFailed);
  const refused = expect(tokens.fetch()).rejects.toThrow('No answer');
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  await expect(tokens.fetch()).rejects.toThrow('early');
  late.reject(new Error('late'));
  await vi.advanceTimersByTimeAsync(0);
  expect(onFailed.mock.calls).toEqual([[new Error('early')], [new Error('late')]]);
});
