import { afterEach, expect, test, vi } from 'vitest';
import { AuthSDK } from './auth-sdk.ts';
import { IdTokenSync } from './id-token-sync.ts';

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

test.each([
  [300, 1],
  [301, 0],
])('an ID token that is %i s old is sent %i times [spec 9.23]', async (ageS, times) => {
  const sent = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }));
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('window', { isSecureContext: true, location: new URL('https://office.example/') });
  const sync = new IdTokenSync({ url: '/session' }, 'user', () => undefined);
  await sync.follow({ idToken: 'token', profile: { sub: 'ada', iat: Date.now() / 1000 - ageS } });
  vi.useRealTimers();
  expect(sent).toHaveBeenCalledTimes(times);
});

test('an ID token is not sent from a page that is no secure context [spec 7.26]', async () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('window', { isSecureContext: false, location: new URL('http://office.example/') });
  const sync = new IdTokenSync({ url: '/session' }, 'user', () => undefined);
  await sync.follow({ idToken: 'token', profile: { sub: 'ada', iat: Math.floor(Date.now() / 1000) } });
  await sync.follow(null);
  expect(sent).not.toHaveBeenCalled();
});
