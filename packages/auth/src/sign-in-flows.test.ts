import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthSettings } from './auth.settings.ts';
import { AuthSDK } from './auth-sdk.ts';
import { FakeBrowser, SETTINGS } from './testing/fake-browser.ts';

/** SDK and library together: requests to a provider, and which of its answers are accepted. */
let browser: FakeBrowser;
let sdk: AuthSDK;
let logs: string[];

beforeEach(async () => {
  logs = [];
  browser = await FakeBrowser.open();
});
afterEach(() => {
  sdk.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function start(settings: Partial<AuthSettings> = {}): Promise<void> {
  sdk = new AuthSDK({ ...SETTINGS, log: (message) => logs.push(message), ...settings });
  await sdk.start();
}

/** Sends the page to the provider; returns the URL of the way back. */
async function leave(): Promise<string> {
  void sdk.signIn({ returnTo: '/stores' });
  return browser.comeBack();
}

async function signedIn(settings?: Partial<AuthSettings>): Promise<void> {
  await start(settings);
  await sdk.handleLoginCallback(await leave());
  expect(sdk.getSnapshot()).toMatchObject({ status: 'signed-in', user: { profile: { sub: 'ada' } } });
}

describe('the answer to a sign-in', () => {
  test('is accepted with the code, its verifier and the return target [spec 4.1]', async () => {
    await start();
    const address = await leave();
    expect(Object.fromEntries(browser.left[0]?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'office',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await sdk.handleLoginCallback(address)).toMatchObject({ returnTo: '/stores', isRestart: false });
    const { code_verifier: verifier, ...grant } = Object.fromEntries(browser.grants[0] ?? []);
    expect(grant).toMatchObject({ grant_type: 'authorization_code', code: 'code', redirect_uri: SETTINGS.redirectUri });
    expect(verifier?.length).toBeGreaterThan(42);
  });

  test.each([
    ['state', { id: 'of another sign-in' }, 'State does not match'],
    ['client', { client_id: 'other' }, 'client_id mismatch on settings vs. signin state'],
    ['authority', { authority: 'https://evil.example' }, 'authority mismatch on settings vs. signin state'],
  ])(
    'is refused when the sign-in that was begun has another %s [spec 5.2, 5.3, 8.24]',
    async (_kind, change, message) => {
      await start();
      const address = await leave();
      browser.changeSignIns(change);
      await expect(sdk.handleLoginCallback(address)).rejects.toMatchObject({ kind: 'invalid-response', message });
      expect([browser.grants, browser.storedUsers(), sdk.getSnapshot().user]).toEqual([[], [], null]);
    },
  );

  test('is refused for a sign-in that was not started here, and a second time [spec 5.2, 8.25]', async () => {
    const refusal = { kind: 'invalid-response', message: 'No matching state found in storage' };
    await start();
    const address = await leave();
    const madeUp = new URL(address);
    madeUp.searchParams.set('state', 'made up');
    await expect(sdk.handleLoginCallback(madeUp.href)).rejects.toMatchObject(refusal);
    expect([browser.grants, browser.storedUsers()]).toEqual([[], []]);
    await sdk.handleLoginCallback(address);
    await expect(sdk.handleLoginCallback(address)).rejects.toMatchObject(refusal);
    expect(browser.grants).toHaveLength(1);
  });

  test.each<[string, (target: URL) => void, object]>([
    ['names another provider', (target) => target.searchParams.set('iss', 'https://evil.example'), {}],
    ['names none, where one is promised', () => undefined, { authorization_response_iss_parameter_supported: true }],
    ['belongs to a provider that does not say who it is', () => undefined, { issuer: undefined }],
    ['belongs to a provider that speaks for another one', () => undefined, { issuer: 'https://evil.example' }],
  ])('is refused when it %s [spec 5.3]', async (_name, back, discovery) => {
    browser.back = back;
    browser.discovery = discovery;
    await start();
    const address = await leave();
    await expect(sdk.handleLoginCallback(address)).rejects.toMatchObject({
      kind: 'invalid-response',
      message: 'Issuer does not match',
    });
    expect([browser.grants, browser.storedUsers()]).toEqual([[], []]);
  });

  test.each<[string, (target: URL) => void, object]>([
    ['the provider', (target) => target.searchParams.set('iss', 'https://id.example'), {}],
    ['none, where none is promised', () => undefined, { authorization_response_iss_parameter_supported: false }],
    [
      'the provider, whose issuer ends in a slash',
      (target) => target.searchParams.set('iss', 'https://id.example/'),
      { issuer: 'https://id.example/' },
    ],
  ])('is taken when it names %s [spec 5.3]', async (_name, back, discovery) => {
    browser.back = back;
    browser.discovery = discovery;
    browser.claims = 'issuer' in discovery ? { iss: discovery.issuer as string } : {};
    await signedIn();
  });

  test.each([
    ['nonce', { nonce: 'other' }, /nonce in id_token does not match/],
    ['client', { aud: 'other' }, /aud/],
    ['issuer', { iss: 'https://evil.example' }, /iss/],
  ])('is refused when its ID token is for another %s [spec 5.3]', async (_name, claims, message) => {
    browser.claims = claims;
    await start();
    const address = await leave();
    await expect(sdk.handleLoginCallback(address)).rejects.toMatchObject({
      kind: 'invalid-response',
      message: expect.stringMatching(message),
    });
    expect([browser.storedUsers(), sdk.getSnapshot().user]).toEqual([[], null]);
  });
});

describe('renewal', () => {
  test('goes through the hidden frame where there is no refresh token [spec 4.4]', async () => {
    await signedIn();
    browser.age();
    expect(await sdk.getAccessToken()).toBe('access 2');
    expect(browser.framed.map(({ origin, pathname }) => origin + pathname)).toEqual(['https://id.example/authorize']);
    expect(Object.fromEntries(browser.framed[0]?.searchParams ?? [])).toMatchObject({
      prompt: 'none',
      redirect_uri: SETTINGS.silentRedirectUri,
      id_token_hint: expect.any(String),
      nonce: expect.any(String),
    });
    expect(browser.grants.map((grant) => grant.get('grant_type'))).toEqual([
      'authorization_code',
      'authorization_code',
    ]);
    // The page itself was not redirected.
    expect(browser.left).toHaveLength(1);
    expect(sdk.getSnapshot().user?.accessToken).toBe('access 2');
  });

  test('through the hidden frame with another person is refused', async () => {
    await signedIn();
    browser.age();
    browser.claims = { sub: 'eve' };
    void sdk.getAccessToken();
    await vi.waitFor(() => expect(sdk.getSnapshot().status).toBe('expired'));
    expect(browser.storedUsers()).toEqual([]);
    expect(logs).toContain('Renewing the session failed');
  });

  test('uses the refresh token where there is one, and no frame [spec 4.3]', async () => {
    browser.tokens = () => ({ refresh_token: 'refresh 1' });
    await signedIn();
    browser.age();
    expect(await sdk.getAccessToken()).toBe('access 2');
    expect(Object.fromEntries(browser.grants[1] ?? [])).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'refresh 1',
    });
    expect(browser.framed).toEqual([]);
  });

  test('that ends after a sign-out in another tab leaves the person signed out [spec 4.6]', async () => {
    browser.tokens = () => ({ refresh_token: 'refresh 1' });
    await signedIn();
    browser.age();
    browser.tokens = () => {
      for (const key of browser.storedUsers()) browser.localStorage.removeItem(key);
      return { refresh_token: 'refresh 2' };
    };
    void sdk.getAccessToken();
    await vi.waitFor(() => expect(sdk.getSnapshot().status).toBe('signed-out'));
    expect([browser.storedUsers(), browser.grants.length]).toEqual([[], 2]);
  });

  test('whose ID token is forged is refused [spec 5.3]', async () => {
    browser.tokens = () => ({ refresh_token: 'refresh 1' });
    await signedIn();
    browser.age();
    browser.claims = { aud: 'other' };
    void sdk.getAccessToken();
    await vi.waitFor(() => expect(sdk.getSnapshot().status).toBe('expired'));
    expect(browser.storedUsers()).toEqual([]);
  });
});

describe('signing out', () => {
  test.each([
    ['the refresh token is revoked', { refresh_token: 'refresh 1' }, ['refresh 1']],
    ['nothing is revoked where there is no refresh token', {}, []],
  ])('%s, and the provider learns who signs out [spec 7.17]', async (_name, tokens, revoked) => {
    browser.tokens = () => tokens;
    await signedIn();
    const idToken = sdk.getSnapshot().user?.idToken;
    void sdk.signOut();
    await vi.waitFor(() => expect(browser.left).toHaveLength(2));
    expect(browser.revoked.map((body) => [body.get('token'), body.get('token_type_hint')])).toEqual(
      revoked.map((token) => [token, 'refresh_token']),
    );
    expect(logs).not.toContain('The refresh token was not revoked');
    expect(browser.left[1]?.pathname).toBe('/end');
    expect(browser.left[1]?.searchParams.get('id_token_hint')).toBe(idToken);
    expect(browser.storedUsers()).toEqual([]);
  });

  test('an unauthorized answer in between does not send the browser to sign in instead', async () => {
    await signedIn();
    void sdk.signOut();
    void sdk.sessionExpired();
    await vi.waitFor(() => expect(browser.left.map(({ pathname }) => pathname)).toContain('/end'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(browser.left).toHaveLength(2);
  });
});

test.each([
  ['asked for', { uiLocales: 'de fr' }, 'de fr'],
  ['left open', {}, null],
])("the language of the provider's pages is %s", async (_name, settings, expected) => {
  await start(settings);
  await leave();
  expect(browser.left[0]?.searchParams.get('ui_locales')).toBe(expected);
});

test.each([['login'], ['none'], [undefined]] as const)(
  'a page of the provider is requested with prompt %s',
  async (prompt) => {
    await start();
    void sdk.signIn(prompt === undefined ? {} : { prompt });
    await browser.comeBack();
    expect(browser.left[0]?.searchParams.get('prompt')).toBe(prompt ?? null);
  },
);

describe('the watch of the provider session', () => {
  const onSignedOutElsewhere = vi.fn();
  beforeEach(async () => {
    onSignedOutElsewhere.mockClear();
    await signedIn({ onSignedOutElsewhere });
    sdk.dispose();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    await start({ monitorSession: true, onSignedOutElsewhere });
    await vi.advanceTimersByTimeAsync(999);
    expect(browser.sessionChecks).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(browser.sessionChecks).toHaveLength(1));
    browser.answered.length = 0;
  });

  test('asks every 2 s, and signs out when the provider has ended it, without a failing request [spec 9.9]', async () => {
    expect(browser.sessionChecks[0]).toEqual(['office session', 'https://id.example']);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(browser.sessionChecks).toHaveLength(3);
    browser.back = (target) => {
      target.searchParams.delete('code');
      target.searchParams.set('error', 'login_required');
    };
    browser.changeSession();
    await vi.waitFor(() => expect(sdk.getSnapshot()).toEqual({ status: 'signed-out', user: null }));
    expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
    expect([browser.storedUsers(), browser.answered, browser.left.length]).toEqual([[], [], 1]);
    expect(browser.framed.map(({ searchParams }) => searchParams.get('prompt'))).toEqual(['none']);
    expect(browser.framed[0]?.searchParams.get('nonce')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('keeps the person while the provider still knows them, and continues [spec 9.9]', async () => {
    const asked = browser.sessionChecks.length;
    browser.changeSession();
    await vi.waitFor(() => expect(browser.sessionChecks.length).toBeGreaterThan(asked));
    expect(sdk.getSnapshot().status).toBe('signed-in');
    expect(onSignedOutElsewhere).not.toHaveBeenCalled();
  });

  test('keeps the person while the provider fails, and continues', async () => {
    const asked = browser.sessionChecks.length;
    browser.back = (target) => {
      target.searchParams.delete('code');
      target.searchParams.set('error', 'temporarily_unavailable');
    };
    browser.changeSession();
    await vi.waitFor(() => expect(browser.sessionChecks.length).toBeGreaterThan(asked));
    expect(sdk.getSnapshot().status).toBe('signed-in');
    expect(browser.storedUsers()).toHaveLength(1);
  });

  test('signs out when another person has signed in at the provider', async () => {
    browser.claims = { sub: 'eve' };
    browser.changeSession();
    await vi.waitFor(() => expect(sdk.getSnapshot().status).toBe('signed-out'));
    expect(onSignedOutElsewhere).toHaveBeenCalledTimes(1);
  });
});

test('a watch that is stopped before its start does not start', async () => {
  await signedIn();
  sdk.dispose();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await start({ monitorSession: true });
  const timers = vi.getTimerCount();
  sdk.dispose();
  expect([timers, vi.getTimerCount()]).toEqual([expect.any(Number), 0]);
});
