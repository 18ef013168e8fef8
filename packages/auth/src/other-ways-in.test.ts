import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthSettings } from './auth.settings.ts';
import { AuthSDK } from './auth-sdk.ts';
import { FakeBrowser, SETTINGS } from './testing/fake-browser.ts';

/** Hidden frame, popup window, tab storage and ID token sync: SDK and library together. */
const { locks } = navigator;
let browser: FakeBrowser;
let sdk: AuthSDK;

beforeEach(async () => {
  browser = await FakeBrowser.open();
});
afterEach(() => {
  sdk.dispose();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function make(settings: Partial<AuthSettings> = {}): AuthSDK {
  sdk = new AuthSDK({ ...SETTINGS, log: () => undefined, ...settings });
  return sdk;
}
const refuse = (error: string) => (target: URL) => {
  target.searchParams.delete('code');
  target.searchParams.set('error', error);
};

describe('signing in silently', () => {
  test('adopts the session of the provider, not the refresh token', async () => {
    browser.tokens = () => ({ refresh_token: 'refresh' });
    await browser.signIn(make());
    expect(await sdk.signInSilently()).toMatchObject({ accessToken: 'access 2', profile: { sub: 'ada' } });
    expect(browser.framed).toHaveLength(1);
    expect(browser.grants.map((grant) => grant.get('grant_type'))).toEqual([
      'authorization_code',
      'authorization_code',
    ]);
  });

  test('returns null where the provider requires interaction [spec 8.27]', async () => {
    await make().start();
    browser.back = refuse('login_required');
    expect(await sdk.signInSilently()).toBeNull();
  });

  test('rejects on any other error of the provider', async () => {
    await make().start();
    browser.back = refuse('server_error');
    await expect(sdk.signInSilently()).rejects.toMatchObject({ kind: 'provider-error', code: 'server_error' });
  });

  test.each([
    ['a frame', 'parent', true],
    ['the page itself', 'window', false],
  ])('the answering page forwards the answer from %s', async (_name, parent, isLed) => {
    const post = vi.fn();
    Object.assign(window, { parent: parent === 'window' ? window : { postMessage: post } });
    const url = `${SETTINGS.silentRedirectUri}?state=a`;
    expect(await make().handleSilentCallback(url)).toBe(isLed);
    expect(post.mock.calls).toEqual(
      isLed ? [[{ source: 'oidc-client', url, keepOpen: false }, 'https://office.example']] : [],
    );
  });
});

describe('signing in by a popup window', () => {
  test('has the user, and the page remains', async () => {
    await make().start();
    expect(await sdk.signInByPopup()).toMatchObject({ profile: { sub: 'ada' } });
    expect(browser.opened[0]?.searchParams.get('nonce')).toMatch(/^[0-9a-f-]{36}$/);
    expect([browser.left, browser.framed, sdk.getSnapshot().status]).toEqual([[], [], 'signed-in']);
  });

  test('again, the same person proves who they are, and another one is refused', async () => {
    await browser.signIn(make());
    expect(await sdk.signInByPopup({ again: { acrValues: 'gold silver' } })).toMatchObject({ accessToken: 'access 2' });
    const asked = (name: string) => browser.opened[0]?.searchParams.get(name);
    expect(['prompt', 'max_age', 'acr_values'].map(asked)).toEqual(['login', '0', 'gold silver']);
    browser.claims = { sub: 'grace' };
    await expect(sdk.signInByPopup({ again: { acrValues: '' } })).rejects.toMatchObject({
      kind: 'interaction-required',
    });
    expect(browser.opened[1]?.searchParams.has('acr_values')).toBe(false);
    expect(sdk.getSnapshot().user).toMatchObject({ accessToken: 'access 2', profile: { sub: 'ada' } });
  });

  test('that the person closes is an error [spec 8.23]', async () => {
    await make().start();
    const closed = { closed: true, location: { replace: () => undefined }, focus: () => undefined };
    Object.assign(window, { open: () => closed });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const refused = expect(sdk.signInByPopup()).rejects.toMatchObject({
      kind: 'invalid-response',
      message: 'Popup closed by user',
    });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    vi.advanceTimersToNextTimer();
    await refused;
  });

  test('answers its opener', async () => {
    const opener = { postMessage: vi.fn() };
    Object.assign(window, { opener });
    const url = SETTINGS.popupRedirectUri;
    expect(await make().handlePopupCallback(`${url}?state=a`)).toBe(true);
    expect(await sdk.handlePopupCallback(url)).toBe(true);
    expect(opener.postMessage).toHaveBeenCalledTimes(2);
  });

  test('without a link to its opener answers by the state, and without a state is ignored', async () => {
    Object.assign(window, { opener: null });
    const channel = new BroadcastChannel('oidc-client-popup-a');
    const heard = new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data)));
    const url = `${SETTINGS.popupRedirectUri}?state=a`;
    expect(await make().handlePopupCallback(url)).toBe(true);
    expect(await heard).toMatchObject({ url });
    expect(await sdk.handlePopupCallback(SETTINGS.popupRedirectUri)).toBe(false);
    channel.close();
  });
});

describe('storage of the tab', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { onLine: true, locks });
    // Timeout of a lock.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 20);
      return stop.signal;
    });
  });

  test('keeps the user out of the store of all tabs, and a copy of the tab starts signed out [sign-in 2]', async () => {
    await browser.signIn(make({ storage: 'tab' }));
    const copied = [...browser.sessionStorage.entries];
    expect([browser.storedUsers(), copied.some(([key]) => key.startsWith('backcounter.user.'))]).toEqual([[], true]);
    const original = sdk;
    expect(await make({ storage: 'tab' }).start()).toBeNull();
    expect([...browser.sessionStorage.entries.keys()].filter((key) => key.startsWith('backcounter.user.'))).toEqual([]);
    original.dispose();
  });

  test('a sign-out reaches the other tabs [spec 4.6]', async () => {
    const onSignedOutElsewhere = vi.fn();
    const tabs = [make({ storage: 'tab', onSignedOutElsewhere }), make({ storage: 'tab' })];
    for (const tab of tabs) {
      const store = await FakeBrowser.open();
      vi.stubGlobal('navigator', { onLine: true, locks });
      await store.signIn(tab);
    }
    void tabs[1]?.signOut();
    await vi.waitFor(() => expect(tabs[0]?.getSnapshot()).toEqual({ status: 'signed-out', user: null }));
    expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
    tabs[0]?.dispose();
  });
});

test('encrypted storage keeps nothing readable, and a sign-out removes it [spec 9.22] [security 33]', async () => {
  await browser.signIn(make({ storage: { kind: 'encrypted', secret: 'of the host' } }));
  expect(browser.storedUsers().map((key) => browser.localStorage.getItem(key)?.slice(0, 3))).toEqual(['v1.']);
  void sdk.signOut();
  await vi.waitFor(() => expect(browser.storedUsers()).toEqual([]));
});

test("the page's own server is notified of a sign-in and, before the page is left, of a sign-out [spec 7.26, 7.27]", async () => {
  vi.stubGlobal('navigator', { onLine: true });
  await browser.signIn(make({ idTokenSync: { url: '/session' } }));
  await vi.waitFor(() => expect(browser.told).toEqual([['POST', '/session']]));
  void sdk.signOut();
  await vi.waitFor(() => expect(browser.left).toHaveLength(2));
  expect(browser.told).toEqual([
    ['POST', '/session'],
    ['DELETE', '/session'],
  ]);
});

test.each([-285, 0, 285])(
  'a new ID token is sent by the provider’s clock, where this one is %i s off [spec 7.26] [sign-in 13]',
  async (offS) => {
    vi.stubGlobal('navigator', { onLine: true });
    const nowS = Math.floor(Date.now() / 1000) - offS;
    browser.claims = { iat: nowS - 10, exp: nowS + 60 };
    await browser.signIn(make({ idTokenSync: { url: '/session' } }));
    await vi.waitFor(() => expect(browser.told).toEqual([['POST', '/session']]));
  },
);

test('an old ID token is not sent, though it arrives only now [spec 7.26]', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const nowS = Math.floor(Date.now() / 1000);
  browser.claims = { iat: nowS - 400, exp: nowS + 60 };
  await browser.signIn(make({ idTokenSync: { url: '/session' } }));
  void sdk.signOut();
  await vi.waitFor(() => expect(browser.left).toHaveLength(2));
  expect(browser.told).toEqual([]);
});

test.each(['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'])(
  'a full storage is reported as such, before and after the provider (%s) [sign-in 14]',
  async (name) => {
    const setItem = browser.localStorage.setItem;
    const full = () => {
      throw Object.assign(new Error('full'), { name });
    };
    const refusal = { kind: 'storage-full', message: 'full' };
    await make().start();
    browser.localStorage.setItem = full;
    await expect(sdk.signIn()).rejects.toMatchObject(refusal);
    browser.localStorage.setItem = setItem;
    void sdk.signIn();
    const address = await browser.comeBack();
    browser.localStorage.setItem = full;
    await expect(sdk.handleLoginCallback(address)).rejects.toMatchObject(refusal);
  },
);

test('user info is that of the signed-in person, and null without one [spec 7.16]', async () => {
  browser.discovery = { userinfo_endpoint: 'https://id.example/me' };
  await make().start();
  expect(await sdk.getUserInfo()).toBeNull();
  void sdk.signIn();
  await sdk.handleLoginCallback(await browser.comeBack());
  browser.instead = (path) => (path === '/me' ? Response.json({ sub: 'ada', name: 'Ada' }) : null);
  expect(await sdk.getUserInfo()).toEqual({ sub: 'ada', name: 'Ada' });
  browser.instead = (path) => (path === '/me' ? new Response(null, { status: 503 }) : null);
  await expect(sdk.getUserInfo()).rejects.toMatchObject({
    kind: 'unreachable',
    message: 'User info was refused (503)',
  });
});

test('a sign-out at a provider without an end-session page is an error, signed out here', async () => {
  browser.discovery = { end_session_endpoint: undefined };
  await browser.signIn(make());
  await expect(sdk.signOut()).rejects.toMatchObject({ kind: 'invalid-response', message: 'No end session endpoint' });
  expect([sdk.getSnapshot().status, browser.storedUsers()]).toEqual(['signed-out', []]);
});
