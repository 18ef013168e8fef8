import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuthSettings } from './auth.settings.ts';
import { AuthSDK } from './auth-sdk.ts';
import { FakeBrowser, SETTINGS } from './testing/fake-browser.ts';

/** The token of a call, and a session that cannot be renewed: SDK, renewal and library together. */
let browser: FakeBrowser;
let sdk: AuthSDK;
let logs: [message: string, cause: unknown][];
const messages = () => logs.map(([message]) => message);

async function signIn(settings: Partial<AuthSettings> = {}): Promise<void> {
  sdk = new AuthSDK({ ...SETTINGS, log: (...entry) => logs.push(entry as (typeof logs)[number]), ...settings });
  await browser.signIn(sdk);
}
const refuse = (error: string) => () => Response.json({ error }, { status: 400 });
const lose = () => {
  throw new TypeError('Failed to fetch');
};
/** Sets the response of the token endpoint. */
function answerTokens(answer: () => Response): void {
  browser.instead = (path) => (path === '/token' ? answer() : null);
}

beforeEach(async () => {
  logs = [];
  browser = await FakeBrowser.open();
  browser.tokens = () => ({ refresh_token: 'canary' });
  browser.claims = { resource_access: { global_roles: ['ADMIN'] } };
});
afterEach(() => {
  sdk.dispose();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the access token of a call', () => {
  test('is the stored one while it has more than 60 s left, and no listener is notified', async () => {
    await signIn();
    const before = sdk.getSnapshot();
    expect([await sdk.getAccessToken(), (await sdk.getUser())?.accessToken]).toEqual(['access 1', 'access 1']);
    expect(sdk.getSnapshot()).toBe(before);
  });

  test('is the old one while the provider cannot be reached, until it expires', async () => {
    await signIn();
    browser.age();
    answerTokens(lose);
    expect(await sdk.getAccessToken()).toBe('access 1');
    expect([sdk.getSnapshot().status, browser.left.length]).toEqual(['signed-in', 1]);
    browser.age(0);
    await expect(sdk.getAccessToken()).rejects.toMatchObject({ kind: 'unreachable', message: 'Failed to fetch' });
    expect([sdk.getSnapshot().status, browser.left.length]).toEqual(['signed-in', 1]);
  });

  test('is none when renewing is refused: the person goes through sign-in, and the log says so', async () => {
    await signIn({ rememberedRoute: () => '/stores' });
    browser.age();
    answerTokens(refuse('invalid_grant'));
    const token = sdk.getAccessToken();
    const address = await browser.comeBack();
    expect(sdk.getSnapshot()).toEqual({ status: 'expired', user: null });
    browser.instead = () => null;
    expect(await sdk.handleLoginCallback(address)).toMatchObject({ returnTo: '/stores', isRestart: true });
    void token;
  });

  test('is none where the provider may not be asked again, which is logged', async () => {
    const now = Date.now();
    browser.sessionStorage.setItem('backcounter.signin-restarts', `${now} ${now} ${now}`);
    await signIn();
    browser.age();
    answerTokens(refuse('invalid_grant'));
    expect(await sdk.getAccessToken()).toBeNull();
    expect([sdk.getSnapshot().status, browser.left.length]).toEqual(['signed-out', 1]);
    expect(logs).toEqual([
      ['Renewing the session failed', expect.objectContaining({ error: 'invalid_grant' })],
      ['Sign-in could not be restarted', expect.objectContaining({ kind: 'restarted-too-often' })],
    ]);
  });

  test('is none after a sign-out in another tab, without asking the provider', async () => {
    const onSignedOutElsewhere = vi.fn();
    await signIn({ onSignedOutElsewhere });
    browser.age();
    answerTokens(() => {
      for (const key of browser.storedUsers()) browser.localStorage.removeItem(key);
      return refuse('invalid_grant')();
    });
    const token = sdk.getAccessToken();
    await vi.waitFor(() => expect(sdk.getSnapshot()).toEqual({ status: 'signed-out', user: null }));
    expect(await token).toBeNull();
    expect([onSignedOutElsewhere.mock.calls.length, browser.left.length]).toEqual([1, 1]);
  });
});

describe('a renewal in the background', () => {
  const wake = () => window.dispatchEvent(new Event('online'));

  test('is tried again when the provider could not be reached, which is logged', async () => {
    await signIn();
    browser.age();
    answerTokens(lose);
    wake();
    await vi.waitFor(() => expect(messages()).toEqual(['The session could not be renewed yet']));
    expect(sdk.getSnapshot().status).toBe('signed-in');
  });

  test('sends the person through sign-in when it is refused', async () => {
    await signIn();
    browser.age();
    answerTokens(refuse('invalid_grant'));
    wake();
    await vi.waitFor(() => expect(browser.left).toHaveLength(2));
    expect([sdk.getSnapshot().status, messages()]).toEqual(['expired', ['Renewing the session failed']]);
  });

  test('does not start after the SDK is disposed', async () => {
    await signIn();
    sdk.dispose();
    browser.age();
    wake();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(browser.grants).toHaveLength(1);
  });

  test('keeps the previous ID token, however old, when there is no new one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await signIn();
    const idToken = sdk.getSnapshot().user?.idToken;
    vi.setSystemTime(Date.now() + 3_600_000);
    browser.tokens = () => ({ refresh_token: 'next', id_token: undefined });
    expect(await sdk.getAccessToken()).toBe('access 2');
    expect(sdk.getSnapshot().user).toMatchObject({ accessToken: 'access 2', idToken });
  });
});

describe('a token is neither logged nor on an error', () => {
  const shown = (value: unknown) => inspect(value, { depth: 9 });

  test('when it cannot be renewed', async () => {
    await signIn();
    browser.age();
    answerTokens(refuse('temporarily_unavailable'));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(logs).toHaveLength(1));
    browser.age(0);
    const error: unknown = await sdk.getAccessToken().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind: 'provider-error', code: 'temporarily_unavailable' });
    expect(shown([logs, error])).not.toContain('canary');
  });

  test('when it cannot be revoked, which does not prevent signing out', async () => {
    await signIn();
    browser.instead = (path) => (path === '/revoke' ? refuse('unsupported_token_type')() : null);
    void sdk.signOut();
    await vi.waitFor(() => expect(browser.left).toHaveLength(2));
    expect(logs).toEqual([
      ['The refresh token was not revoked', expect.objectContaining({ error: 'unsupported_token_type' })],
    ]);
    expect(shown(logs)).not.toContain('canary');
  });

  test('when the code of a sign-in is refused', async () => {
    answerTokens(refuse('invalid_grant'));
    const error: unknown = await signIn().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind: 'provider-error', code: 'invalid_grant' });
    expect(shown(error)).not.toContain('code_verifier');
  });
});
