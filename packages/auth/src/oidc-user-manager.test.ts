import { afterEach, describe, expect, test, vi } from 'vitest';
import { AuthSDK } from './auth-sdk.ts';
import { OidcUserManager } from './oidc-user-manager.ts';
import { FakeBrowser, SETTINGS } from './testing/fake-browser.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the library gets the figures of the specification, section 9 [spec 9.6, 9.7, 9.9, 9.10, 9.12, 9.13]', () => {
  vi.stubGlobal('window', { localStorage: {}, location: new URL('https://office.example/') });
  const { settings } = new OidcUserManager(SETTINGS);
  expect(settings).toMatchObject({
    scope: 'openid',
    response_type: 'code',
    accessTokenExpiringNotificationTimeInSeconds: 60,
    silentRequestTimeoutInSeconds: 10,
    requestTimeoutInSeconds: 10,
    checkSessionIntervalInSeconds: 2,
    staleStateAgeInSeconds: 900,
    automaticSilentRenew: false,
    monitorSession: false,
  });
  expect(new OidcUserManager({ ...SETTINGS, scope: 'openid profile' }).settings.scope).toBe('openid profile');
});

describe('a silent request without an answer times out after exactly 10 s [spec 9.7]', () => {
  const never = () => new Promise<never>(() => undefined);
  const hanging = (_input: unknown, { signal }: RequestInit = {}) =>
    new Promise<never>((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

  test.each([
    ['through the hidden frame', 'IFrame timed out without a response'],
    ['by the refresh token', 'Network timed out'],
  ])('%s', async (how, message) => {
    const browser = await FakeBrowser.open();
    if (how !== 'through the hidden frame') browser.tokens = () => ({ refresh_token: 'refresh' });
    const sdk = new AuthSDK({ ...SETTINGS, log: () => undefined });
    await browser.signIn(sdk);
    const manager = new OidcUserManager(SETTINGS);
    await manager.metadataService.getMetadata();
    const frame = {
      style: {},
      contentWindow: { location: { replace: never } },
      parentNode: {},
      addEventListener: never,
    };
    Object.assign(document, { createElement: () => frame });
    vi.stubGlobal('fetch', hanging);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const ended = vi.fn();
    manager.signinSilent().catch((error: Error) => ended(error.message));
    for (let turn = 0; turn < 10_000 && vi.getTimerCount() === 0; turn += 1) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended.mock.calls).toEqual([[message]]);
    sdk.dispose();
  });
});

test('an unfinished sign-in is deleted at a start after 15 minutes, and nothing else [spec 9.10]', async () => {
  const browser = await FakeBrowser.open();
  await browser.signIn(new AuthSDK({ ...SETTINGS, log: () => undefined }));
  const begin = (id: string, ageS: number) => {
    const created = Math.floor(Date.now() / 1000) - ageS;
    browser.localStorage.setItem(`backcounter.signin.${id}`, JSON.stringify({ id, created, request_type: 'si:r' }));
  };
  begin('old', 901);
  begin('young', 890);
  browser.localStorage.setItem('of the host', 'kept');
  const before = [...browser.localStorage.entries.keys()];
  const sdk = new AuthSDK({ ...SETTINGS, log: () => undefined });
  await sdk.start();
  expect([...browser.localStorage.entries.keys()]).toEqual(before.filter((key) => key !== 'backcounter.signin.old'));
  sdk.dispose();
});
