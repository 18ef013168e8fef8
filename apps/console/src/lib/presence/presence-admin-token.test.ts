import { AuthSDK, type SignedInUser } from '@backcounter/auth';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSharedClient } from '../api/graphql-client.ts';
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
const ask = vi.fn();
beforeEach(() => {
  ask.mockReset().mockImplementation(async (_document, { user_id }) => ({
    getFirebaseAdminToken: `token of ${user_id}`,
  }));
  setSharedClient({ request: ask });
  ({ userState } = new AuthSDK(SETTINGS));
});
afterEach(() => vi.restoreAllMocks());

test('it is requested with the subject of the profile, without a toast, and stored in the user state [spec 4.10, 7.5]', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot });
  expect(tokens.held()).toBeNull();
  expect(await tokens.fetch()).toBe('token of ada');
  expect(tokens.held()).toBe('token of ada');
  expect(ask).toHaveBeenCalledExactlyOnceWith(expect.anything(), { user_id: 'ada' }, { errorsShown: 'in-log' });
});

test('it is not requested for a person without a role [presence 11]', async () => {
  for (const someone of [null, person('nobody', [])]) {
    user = someone;
    expect(await adminTokensOf({ userState, getSnapshot }).fetch()).toBeNull();
  }
  expect(ask).not.toHaveBeenCalled();
});

test('two simultaneous callers share a request; a later one sends another', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot });
  await Promise.all([tokens.fetch(), tokens.fetch()]);
  expect(ask).toHaveBeenCalledTimes(1);
  await tokens.fetch();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('an answer without a token keeps the old one, and so does a failure [spec 4.18]', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot });
  await tokens.fetch();
  ask.mockResolvedValueOnce({ getFirebaseAdminToken: '' });
  expect(await tokens.fetch()).toBe('token of ada');
  ask.mockRejectedValueOnce(new Error('down'));
  await expect(tokens.fetch()).rejects.toThrow('down');
  expect(tokens.held()).toBe('token of ada');
});

test('a token that arrives after its person has left is dropped', async () => {
  user = person('ada');
  const tokens = adminTokensOf({ userState, getSnapshot });
  const asked = tokens.fetch();
  user = person('eve');
  expect(await asked).toBeNull();
  expect(tokens.held()).toBeNull();
});
