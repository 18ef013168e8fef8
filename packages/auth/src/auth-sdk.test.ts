import { afterEach, expect, test, vi } from 'vitest';
import { AuthSDK } from './auth-sdk.ts';
import { FakeBrowser, SETTINGS } from './testing/fake-browser.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

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
  const sdk = new AuthSDK(SETTINGS);
  expect(sdk.getSnapshot()).toEqual({ status: 'starting', user: null });
  await expect(call(sdk)).rejects.toThrow('UserManager has not been initialized');
});

test('an SDK that was never started can be disposed', () => {
  expect(() => new AuthSDK(SETTINGS).dispose()).not.toThrow();
});

test('an answer that the caller has read goes to the same handlers [spec 8.2]', () => {
  const onUnauthorized = vi.fn();
  const sdk = new AuthSDK({ ...SETTINGS, onUnauthorized });
  expect(() => sdk.inspectAnswer(401, [{ message: 'no' }])).toThrow('no');
  expect(onUnauthorized).toHaveBeenCalledExactlyOnceWith({ message: 'no' }, null);
});

test('without a log of the host, messages go to the console, errors as warnings', async () => {
  const browser = await FakeBrowser.open();
  const [info, warn] = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')].map((spy) => spy.mockReturnValue());
  const sdk = new AuthSDK(SETTINGS);
  await browser.signIn(sdk);
  expect(info?.mock.calls).toEqual([['No user roles detected']]);
  await sdk.handleLogoutCallback('https://office.example/logout?state=unknown');
  expect(warn?.mock.calls).toEqual([['The answer to the sign-out does not match', expect.any(Error)]]);
  sdk.dispose();
});
