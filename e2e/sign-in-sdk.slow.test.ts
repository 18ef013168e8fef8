import type { AuthSDK } from '@backcounter/auth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuthHost, type HostSettings } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import {
  ageStoredUser,
  beginSignIn,
  callSdk,
  failureOf,
  isSignedIn,
  isSignedOut,
  storedText,
} from './harness/host-page.ts';
import { type Fault, MockProvider } from './harness/mock-provider.ts';

/** The SDK in a real browser, against a third-party provider that can be made to fail. */

/** The provider and the browser share two cores. */
const soon = { timeout: 30_000 };
let browser: Browser;
let provider: MockProvider;
let host: AuthHost;
beforeAll(async () => {
  browser = await launchBrowser();
  provider = await MockProvider.start();
});
afterAll(async () => {
  await provider?.stop();
  await browser?.close();
});
beforeEach(() => provider.reset());
afterEach(async () => {
  await host?.close();
});

async function openHost(settings: Partial<HostSettings> = {}): Promise<Page> {
  host = await AuthHost.open(browser, { authority: provider.issuer, ...settings });
  return host.tab();
}

async function signedInHost(settings: Partial<HostSettings> = {}): Promise<Page> {
  const page = await openHost(settings);
  await beginSignIn(page);
  await isSignedIn(page);
  return page;
}

/** Stops the tabs' time: their reactions then come from events, not from timers. */
const stopClock = async ({ clock }: Page) => {
  await clock.install();
  await clock.pauseAt(Date.now() + 1_000);
};

const numberOf = (page: Page, name: 'warnings' | 'signedOutElsewhere') =>
  page.evaluate((key) => (globalThis as unknown as Record<string, number>)[key], name);

describe('the four anonymous-session codes', () => {
  it.each(['login_required', 'consent_required', 'interaction_required', 'account_selection_required'])(
    '%s: no one is signed in silently, and a sign-in without a page reports it [spec 8.27]',
    async (code) => {
      const page = await openHost();
      provider.refuse = (prompt) => (prompt === 'none' ? code : null);
      expect(await callSdk(page, (sdk) => sdk.signInSilently())).toBeNull();
      await beginSignIn(page, 'none');
      expect(await failureOf(page)).toBe(`failed: ${code}`);
    },
  );

  it('an existing session at the provider is resumed invisibly [spec 3.6]', async () => {
    const page = await openHost();
    const user = await callSdk(page, (sdk) => sdk.signInSilently());
    expect(user).toMatchObject({ profile: { sub: 'ada' }, roles: ['ADMIN'], tokenType: 'Bearer' });
    expect(new URL(page.url()).pathname).toBe('/host');
    await isSignedIn(page);
  });
});

describe('access denied', () => {
  it('removes the user and restarts sign-in once, then fails [spec 4.7]', async () => {
    const page = await signedInHost();
    provider.refuse = () => 'access_denied';
    const asked = provider.count('/authorize');
    await beginSignIn(page);
    expect(await failureOf(page)).toBe('failed: access_denied');
    expect(provider.count('/authorize') - asked).toBe(2);
    expect(await storedText(page)).not.toContain('access_token');
  });
});

describe('sign-out', () => {
  it.each<[string, Fault]>([
    ['is refused', answerRevocation(403, 'text/html', '<h1>No</h1>')],
    ['is answered with text', answerRevocation(200, 'text/plain', 'done')],
    ['is answered with nothing', answerRevocation(200, 'application/json', '')],
  ])('ends at the provider when revoking %s [spec 7.17]', async (_name, fault) => {
    const page = await signedInHost();
    provider.fault = fault;
    await page.evaluate(() => void (globalThis as unknown as { sdk: AuthSDK }).sdk.signOut());
    await page.waitForURL(/\/logout/);
    await isSignedOut(page);
    expect(provider.count('/endsession')).toBe(1);
    expect(await storedText(page)).not.toMatch(/access_token|refresh_token/);
  });

  it('reaches all tabs within 2 s, also if the provider hangs [spec 4.6]', async () => {
    const page = await signedInHost();
    const others = [await host.tab(), await host.tab()];
    provider.fault = (path) => path === '/revoke';
    await stopClock(page);
    await page.evaluate(() => void (globalThis as unknown as { sdk: AuthSDK }).sdk.signOut());
    await Promise.all(others.map(isSignedOut));
    expect(await Promise.all(others.map((tab) => numberOf(tab, 'signedOutElsewhere')))).toEqual([1, 1]);
  });

  it('of another tab that arrives late keeps the user of a newer sign-in [sign-in 6]', async () => {
    const page = await signedInHost();
    await page.evaluate(async () => {
      const { sdk } = globalThis as unknown as { sdk: AuthSDK };
      const key = Object.keys({ ...localStorage }).find((each) => each.startsWith('backcounter.user.')) ?? '';
      const told = new Promise<void>((resolve) => sdk.subscribe(resolve));
      dispatchEvent(new StorageEvent('storage', { key, newValue: null, storageArea: localStorage }));
      await told;
    });
    expect(await storedText(page)).toContain('access_token');
    await isSignedIn(page);
    expect(await numberOf(page, 'signedOutElsewhere')).toBe(0);
  });

  function answerRevocation(status: number, type: string, body: string): Fault {
    return (path, response) => {
      if (path !== '/revoke') return false;
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
      return true;
    };
  }
});

describe('user info', () => {
  it("returns the provider's current data [spec 7.16]", async () => {
    const page = await openHost();
    expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toBeNull();
    await beginSignIn(page);
    await isSignedIn(page);
    provider.userInfo = { sub: 'ada', name: 'Ada Lovelace' };
    expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toEqual({ sub: 'ada', name: 'Ada Lovelace' });
    provider.userInfo = { sub: 'somebody-else' };
    expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toBe('invalid-response: User info is about another person');
    provider.fault = (path, response) => {
      if (path !== '/userinfo') return false;
      response.writeHead(503, { 'access-control-allow-origin': '*' }).end();
      return true;
    };
    expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toBe('unreachable: User info was refused (503)');
  });
});

describe('storage', () => {
  it('encrypted: no readable data is stored, a reload finds it, another secret signs out [spec 9.22]', async () => {
    const page = await signedInHost({ storage: { kind: 'encrypted', secret: 'of the host' } });
    const token = await callSdk(page, (sdk) => sdk.getAccessToken());
    const text = await storedText(page);
    expect(text).toMatch(/backcounter\.user\.[^"]*":"v1\./);
    expect(text).not.toMatch(/access_token|refresh_token|id_token|global_roles/);
    expect(text).not.toContain(String(token));
    await page.reload();
    await isSignedIn(page);
    host.settings = { ...host.settings, storage: { kind: 'encrypted', secret: 'another' } };
    await page.reload();
    await isSignedOut(page);
  });

  it('per tab: a hidden frame does not change it, and a copy of the tab starts signed out without using its tokens', async () => {
    const page = await signedInHost({ storage: 'tab' });
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('access_token');
    await callSdk(page, (sdk) => sdk.signInSilently());
    await isSignedIn(page);
    await page.reload();
    await isSignedIn(page);
    // A window opened by script starts with a copy of the session storage, like a duplicated tab.
    const [copy] = await Promise.all([
      host.context.waitForEvent('page'),
      page.evaluate(() => void window.open('/host')),
    ]);
    await isSignedOut(copy);
    expect(await storedText(copy)).not.toContain('access_token');
    const calls = provider.count('/token');
    await callSdk(copy, (sdk) => sdk.getAccessToken());
    expect(provider.count('/token')).toBe(calls);
    await page.reload();
    await isSignedIn(page);
  });

  it('per tab: signing out in one tab signs out the others within 2 s [spec 4.6]', async () => {
    const page = await signedInHost({ storage: 'tab' });
    const other = await host.tab();
    await beginSignIn(other);
    await isSignedIn(other);
    await stopClock(page);
    await page.evaluate(() => void (globalThis as unknown as { sdk: AuthSDK }).sdk.signOut());
    await isSignedOut(other);
    expect(await storedText(other)).not.toContain('access_token');
    // Closing a browser that is navigating to another server may take minutes.
    await page.waitForURL(/\/logout/);
  });

  it('deletes unfinished sign-ins after 15 minutes, and nothing else [spec 9.10]', async () => {
    const page = await signedInHost();
    await page.evaluate(() => {
      const created = (minutes: number) =>
        JSON.stringify({ id: 'x', created: Math.floor(Date.now() / 1000) - minutes * 60 });
      localStorage.setItem('backcounter.signin.old', created(16));
      localStorage.setItem('backcounter.signin.young', created(14));
      localStorage.setItem('backcounter.signin.broken', '{');
      localStorage.setItem('route-path', '/accounts');
    });
    await page.reload();
    await isSignedIn(page);
    const keys = await page.evaluate(() => Object.keys({ ...localStorage }));
    expect(keys).toContain('backcounter.signin.young');
    expect(keys).toContain('route-path');
    expect(keys).not.toContain('backcounter.signin.old');
    expect(keys).not.toContain('backcounter.signin.broken');
  });
});

describe('ID-token sync', () => {
  const sync = { idTokenSync: { url: '/session' } };

  it('sends a new ID token once for all tabs, and deletes it at sign-out [spec 7.26, 7.27]', async () => {
    const page = await signedInHost(sync);
    await expect.poll(() => host.synced.length, soon).toBe(1);
    const idToken = await page.evaluate(
      () => (globalThis as unknown as { sdk: AuthSDK }).sdk.getSnapshot().user?.idToken,
    );
    expect(host.synced).toEqual([{ method: 'POST', authorization: `Bearer ${idToken}` }]);
    const other = await host.tab();
    await ageStoredUser(page);
    await Promise.all([page, other].map((tab) => callSdk(tab, (sdk) => sdk.getAccessToken())));
    await expect.poll(() => host.synced.length, soon).toBe(2);
    await page.evaluate(() => void (globalThis as unknown as { sdk: AuthSDK }).sdk.signOut());
    await page.waitForURL(/\/logout/);
    await isSignedOut(other);
    expect(host.synced.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE']);
    expect(host.synced[2]?.authorization).toBeNull();
  });

  it('does not send an ID token older than the maximum age [spec 9.23]', async () => {
    provider.claims = { iat: Math.floor(Date.now() / 1000) - 301 };
    await signedInHost(sync);
    await host.close();
    provider.claims = {};
    await signedInHost({ idTokenSync: { url: '/session', maxAgeS: -1 } });
    expect(host.synced).toEqual([]);
  });

  it('refuses a URL of another origin [spec 7.26]', async () => {
    const page = await openHost({ idTokenSync: { url: 'http://127.0.0.1:1/session' } });
    expect(await failureOf(page)).toBe('failed: The ID token is synced to the own origin only');
  });
});

describe('a popup', () => {
  it('signs in and closes', async () => {
    const page = await openHost();
    expect(await callSdk(page, (sdk) => sdk.signInByPopup())).toMatchObject({ profile: { sub: 'ada' } });
    await isSignedIn(page);
    await expect.poll(() => host.context.pages().length, soon).toBe(1);
  });

  it('closed by the person is an error [spec 8.23]', async () => {
    const page = await openHost();
    provider.fault = (path, response) => {
      if (path !== '/authorize') return false;
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in</p>');
      return true;
    };
    const opened = host.context.waitForEvent('page');
    const told = callSdk(page, (sdk) => sdk.signInByPopup());
    const popup = await opened;
    await popup.getByText('Sign in').waitFor();
    await popup.close();
    expect(await told).toBe('invalid-response: Popup closed by user');
  });

  it('opened by a person reports it instead of waiting', async () => {
    const page = await openHost();
    await page.goto('/popup');
    await page.getByText('nobody waits').waitFor();
  });
});

describe('an unusable provider', () => {
  it.each<[string, Fault, string]>([
    ['answers 500', answerDiscovery(500, 'application/json', '{}'), 'unreachable'],
    ['answers with a page', answerDiscovery(200, 'text/html', '<h1>Welcome</h1>'), 'invalid-response'],
    ['answers with half a document', answerDiscovery(200, 'application/json', '{"issuer":'), 'invalid-response'],
    ['answers with nothing', answerDiscovery(200, 'application/json', ''), 'invalid-response'],
  ])('that %s makes signing in throw [spec 7.12, 8.28]', async (_name, fault, kind) => {
    const page = await openHost();
    provider.fault = fault;
    expect(await callSdk(page, (sdk) => sdk.signIn())).toMatch(new RegExp(`^${kind}: `));
  });

  function answerDiscovery(status: number, type: string, body: string): Fault {
    return (path, response) => {
      if (path !== '/.well-known/openid-configuration') return false;
      response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
      return true;
    };
  }
});
