import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AuthHost, type HostSettings } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import { ageStoredUser, beginSignIn, callSdk, isSignedIn } from './harness/host-page.ts';
import { type Fault, MockProvider } from './harness/mock-provider.ts';

/** Renewal by the SDK in a real browser, against a third-party provider that can be made to fail. */

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

const numberOf = (page: Page, name: 'warnings' | 'signedOutElsewhere') =>
  page.evaluate((key) => (globalThis as unknown as Record<string, number>)[key], name);

/** Some providers issue none. */
const forgetRefreshToken = (page: Page) => ageStoredUser(page, 115, true);
const logsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { logs: string[] }).logs);

describe('renewal', () => {
  it('warns 60 s before expiry and renews [spec 4.8, 9.6]', async () => {
    const page = await openHost();
    await page.clock.install();
    await page.reload();
    await beginSignIn(page);
    await isSignedIn(page);
    await page.clock.runFor(230_000);
    expect([await numberOf(page, 'warnings'), provider.count('/token')]).toEqual([0, 1]);
    await page.clock.runFor(11_000);
    expect(await numberOf(page, 'warnings')).toBe(1);
    await expect.poll(() => provider.count('/token'), soon).toBe(2);
    await isSignedIn(page);
  });

  it('makes one token call for four tabs whose tokens expire at the same moment [sign-in 2]', async () => {
    const first = await openHost();
    const tabs = [first, await host.tab(), await host.tab(), await host.tab()];
    provider.lifeS = 62;
    await beginSignIn(first);
    await Promise.all(tabs.map(isSignedIn));
    provider.lifeS = 300;
    // The call is held until each tab has started.
    const { promise: allBegan, resolve: letGo } = Promise.withResolvers<void>();
    provider.fault = (path) => (path === '/token' ? allBegan.then(() => false) : false);
    await expect.poll(() => Promise.all(tabs.map((tab) => numberOf(tab, 'warnings'))), soon).toEqual([1, 1, 1, 1]);
    letGo();
    const tokens = await Promise.all(tabs.map((tab) => callSdk(tab, (sdk) => sdk.getAccessToken())));
    expect(new Set(tokens).size).toBe(1);
    expect(provider.count('/token')).toBe(2);
    for (const tab of tabs) await isSignedIn(tab);
  });

  it('makes one token call for four tabs that wake up together after their tokens have expired [trap 2] [sign-in 2]', async () => {
    const first = await signedInHost();
    const tabs = [first, await host.tab(), await host.tab(), await host.tab()];
    const sessions = await Promise.all(tabs.map((tab) => host.context.newCDPSession(tab)));
    const become = (state: 'frozen' | 'active') =>
      Promise.all(sessions.map((session) => session.send('Page.setWebLifecycleState', { state })));
    await become('frozen');
    await ageStoredUser(await host.tab(null), -3600);
    await become('active');
    // The events of a browser when a laptop is opened.
    await Promise.all(
      tabs.map((tab) => tab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))),
    );
    const tokens = await Promise.all(tabs.map((tab) => callSdk(tab, (sdk) => sdk.getAccessToken())));
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).toMatch(/^ey/);
    expect(provider.count('/token')).toBe(2);
    for (const tab of tabs) await isSignedIn(tab);
  });

  it('makes one token call for concurrent callers of a tab without locks [sign-in 2]', async () => {
    host = await AuthHost.open(browser, { authority: provider.issuer });
    await host.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    const page = await host.tab();
    await beginSignIn(page);
    await isSignedIn(page);
    await ageStoredUser(page);
    await callSdk(page, (sdk) => Promise.all([1, 2, 3, 4].map(() => sdk.getAccessToken())));
    expect(provider.count('/token')).toBe(2);
  });

  it('times out after 10 s without a response from the provider, and retries 5 s later [spec 8.21]', async () => {
    const page = await openHost();
    await page.clock.install();
    provider.lifeS = 120;
    await page.reload();
    await beginSignIn(page);
    await isSignedIn(page);
    provider.lifeS = 300;
    provider.fault = (path) => path === '/token';
    await page.clock.runFor(61_000);
    await expect.poll(() => provider.count('/token'), soon).toBe(2);
    await page.clock.runFor(10_000);
    await expect.poll(() => logsOf(page), soon).toContain('The session could not be renewed yet: Network timed out');
    provider.fault = () => false;
    await page.clock.runFor(4_000);
    expect(provider.count('/token')).toBe(2);
    await page.clock.runFor(1_000);
    await expect.poll(() => provider.count('/token'), soon).toBe(3);
    await isSignedIn(page);
  });

  it('times out after 10 s without a response from the hidden frame, and retries 5 s later [spec 8.22, 9.7, 9.8]', async () => {
    const page = await openHost();
    await page.clock.install();
    provider.lifeS = 120;
    await page.reload();
    await beginSignIn(page);
    await isSignedIn(page);
    await forgetRefreshToken(page);
    provider.fault = (path) => path === '/authorize';
    await page.clock.runFor(61_000);
    await expect.poll(() => provider.count('/authorize'), soon).toBe(2);
    await page.clock.runFor(10_000);
    await expect
      .poll(() => logsOf(page), soon)
      .toContain('The session could not be renewed yet: IFrame timed out without a response');
    provider.fault = () => false;
    await page.clock.runFor(5_000);
    await expect.poll(() => provider.count('/authorize'), soon).toBe(3);
    await expect.poll(() => provider.count('/token'), soon).toBe(2);
    await isSignedIn(page);
  });

  it('survives an outage of the provider, and accepts its new keys [spec 7.12, 7.13]', async () => {
    const page = await signedInHost();
    const fail =
      (status: number, type: string, body: string): Fault =>
      (path, response) => {
        if (path !== '/token') return false;
        response.writeHead(status, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body);
        return true;
      };
    await ageStoredUser(page);
    for (const fault of [
      fail(500, 'text/html', '<h1>Oops</h1>'),
      fail(503, 'text/plain', ''),
      fail(502, 'application/json', '{'),
    ]) {
      provider.fault = fault;
      // The token is still valid, so calls continue with it.
      expect(await callSdk(page, (sdk) => sdk.getAccessToken())).toMatch(/^ey/);
    }
    await isSignedIn(page);
    provider.fault = () => false;
    await provider.rotateKeys();
    const before = provider.count('/token');
    await callSdk(page, (sdk) => sdk.getAccessToken());
    expect(provider.count('/token')).toBe(before + 1);
    await isSignedIn(page);
  });

  it('signs in again once if the provider refuses silently [spec 4.5]', async () => {
    const page = await signedInHost();
    provider.fault = (path, response) => {
      if (path !== '/token' || provider.count('/token') > 2) return false;
      response.writeHead(400, { 'access-control-allow-origin': '*' }).end();
      return true;
    };
    await ageStoredUser(page);
    await page.reload();
    await expect.poll(() => provider.count('/authorize'), soon).toBe(2);
    await isSignedIn(page);
    expect(provider.count('/token')).toBe(3);
  });
});
