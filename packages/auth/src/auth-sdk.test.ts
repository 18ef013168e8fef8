import { afterEach, expect, test, vi } from 'vitest';
import { AuthSDK } from './auth-sdk.ts';

afterEach(() => vi.unstubAllGlobals());

test.each<[string, (sdk: AuthSDK) => Promise<unknown>]>([
  ['getUser', (sdk) => sdk.getUser()],
  ['getAccessToken', (sdk) => sdk.getAccessToken()],
  ['getUserInfo', (sdk) => sdk.getUserInfo()],
  ['signIn', (sdk) => sdk.signIn()],
  ['signInByPopup', (sdk) => sdk.signInByPopup()],
  ['signInSilently', (sdk) => sdk.signInSilently()],
  ['signOut', (sdk) => sdk.signOut()],
  ['handleLoginCallback', (sdk) => sdk.handleLoginCallback('https://office.example/login')],
  ['handleLogoutCallback', (sdk) => sdk.handleLogoutCallback('https://office.example/logout')],
  ['fetch', (sdk) => sdk.fetch('https://office.example/graphql')],
])('%s before start() says that the UserManager is missing [spec 8.19]', async (_name, call) => {
  vi.stubGlobal('window', { location: { origin: 'https://office.example' } });
  const sdk = new AuthSDK({
    authority: 'https://id.example',
    clientId: 'office',
    redirectUri: 'https://office.example/login',
    silentRedirectUri: 'https://office.example/silent',
    popupRedirectUri: 'https://office.example/popup',
    postLogoutRedirectUri: 'https://office.example/logout',
  });
  expect(sdk.getSnapshot()).toEqual({ status: 'starting', user: null });
  await expect(call(sdk)).rejects.toThrow('UserManager has not been initialized');
});
