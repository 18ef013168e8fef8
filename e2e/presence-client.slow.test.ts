import type { Presence } from '@backcounter/presence';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { FirebaseDouble } from '../packages/presence/src/testing/firebase-double.ts';
import { RealtimeDouble } from '../packages/presence/src/testing/realtime-double.ts';
import { launchBrowser } from './harness/browser.ts';
import { addPresenceHost, type Host, openHost } from './harness/presence-host.ts';

/** State of a test in its pages. */
interface HostWindow {
  readonly host: Host;
  presence: Presence;
  told: unknown[];
  users: unknown[];
}

const WAIT = { timeout: 30_000, interval: 50 };

let browser: Browser;
let context: BrowserContext;
let complaints: string[];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  complaints = [];
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

const told = (page: Page) => page.evaluate(() => (globalThis as unknown as HostWindow).told);
const users = (page: Page) => page.evaluate(() => (globalThis as unknown as HostWindow).users);

describe('embedded', () => {
  let server: RealtimeDouble;
  let origin: string;
  beforeEach(async () => {
    server = await new RealtimeDouble().start();
    origin = new URL(server.url).origin;
    await addPresenceHost(context, origin);
  });
  afterEach(() => server.stop());

  /** A tab that shows the total count. */
  async function openTab(uid: string): Promise<Page> {
    const page = await openHost(context, origin, complaints);
    await page.evaluate(async (name) => {
      const kept = globalThis as unknown as HostWindow;
      kept.told = [];
      kept.users = [];
      kept.presence = kept.host.createEmbeddedPresence();
      kept.presence.onAuth((user) => kept.users.push(user));
      kept.presence.onlineCount((count) => kept.told.push(count));
      await kept.presence.signIn(`good:${name}`);
    }, uid);
    return page;
  }

  test('four tabs of a person share one stream; another person has a separate one', async () => {
    const tabs = [await openTab('anna'), await openTab('anna'), await openTab('anna'), await openTab('anna')];
    const other = await openTab('ben');
    for (const tab of [...tabs, other]) await vi.waitFor(async () => expect(await told(tab)).toEqual([0]), WAIT);
    expect([...server.streams.values()].map(({ uid }) => uid).sort()).toEqual(['anna', 'ben']);
    server.put('fb-1', null);
    for (const tab of [...tabs, other]) await vi.waitFor(async () => expect(await told(tab)).toEqual([0, 1]), WAIT);
  });

  test('the next tab takes over when the one with the stream is closed', async () => {
    await context.clock.install();
    const [first, second, third] = [await openTab('anna'), await openTab('anna'), await openTab('anna')];
    for (const tab of [first, second, third]) await vi.waitFor(async () => expect(await told(tab)).toEqual([0]), WAIT);
    // The clock is stopped: the takeover follows from the lock, not from a timeout.
    await context.clock.pauseAt(Date.now() + 1_000);
    await first.close();
    server.put('fb-1', null);
    for (const tab of [second, third]) await vi.waitFor(async () => expect(await told(tab)).toEqual([0, 1]), WAIT);
    // The server may notice the end of the first stream after the start of the new one.
    await vi.waitFor(() => expect(server.streams.size).toBe(1), WAIT);
  });

  test('the next tab takes over when the one with the stream is frozen', async () => {
    const [first, second] = [await openTab('anna'), await openTab('anna')];
    for (const tab of [first, second]) await vi.waitFor(async () => expect(await told(tab)).toEqual([0]), WAIT);
    const devtools = await context.newCDPSession(first);
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    server.put('fb-1', null);
    await vi.waitFor(async () => expect(await told(second)).toEqual([0, 1]), WAIT);
  });

  test('a sign-out in one tab applies to all [presence 1]', async () => {
    const tabs = [await openTab('anna'), await openTab('anna')];
    for (const tab of tabs) await vi.waitFor(async () => expect(await told(tab)).toEqual([0]), WAIT);
    await tabs[1]?.evaluate(() => (globalThis as unknown as HostWindow).presence.signOut());
    for (const tab of tabs)
      await vi.waitFor(async () => expect(await users(tab)).toEqual([null, { uid: 'anna' }, null]), WAIT);
    await vi.waitFor(() => expect(server.streams.size).toBe(0), WAIT);
  });

  test('a page that is left releases the stream at once, and resumes on return', async () => {
    const tab = await openTab('anna');
    await vi.waitFor(async () => expect(await told(tab)).toEqual([0]), WAIT);
    await tab.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
    await vi.waitFor(() => expect(server.streams.size).toBe(0), WAIT);
    server.put('fb-1', null);
    await tab.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await vi.waitFor(async () => expect(await told(tab)).toEqual([0, 1]), WAIT);
  });

  test('a hidden tab stops requesting after 30 s, and catches up when it is visible again', async () => {
    const page = await openHost(context, origin, complaints);
    await page.clock.install();
    await page.evaluate(async () => {
      const kept = globalThis as unknown as HostWindow & { visibility: string };
      kept.visibility = 'visible';
      Object.defineProperty(document, 'visibilityState', { get: () => kept.visibility });
      kept.told = [];
      kept.presence = kept.host.createEmbeddedPresence();
      kept.presence.onlineCount((count) => kept.told.push(count));
      await kept.presence.signIn('good:anna');
    });
    const show = (visibility: string) =>
      page.evaluate((value) => {
        (globalThis as unknown as { visibility: string }).visibility = value;
        document.dispatchEvent(new Event('visibilitychange'));
      }, visibility);
    await vi.waitFor(async () => expect(await told(page)).toEqual([0]), WAIT);
    await show('hidden');
    await page.clock.fastForward(36_000);
    await vi.waitFor(() => expect(server.streams.size).toBe(0), WAIT);
    server.put('fb-1', null);
    await show('visible');
    await vi.waitFor(async () => expect(await told(page)).toEqual([0, 1]), WAIT);
  });

  test('components share requests: 200 rows of 100 accounts are one request for keys, and one per picture', async () => {
    server.put('fb-1', 'ST1');
    server.pictures.set('fb-1', 'there');
    const page = await openHost(context, origin, complaints);
    await page.evaluate(async () => {
      const { host } = globalThis as unknown as HostWindow;
      const presence = host.createEmbeddedPresence();
      host.show(presence, 100);
      await presence.signIn('good:anna');
    });
    await page.getByText('live 1 {"ST1":1,"ST2":0}').waitFor();
    await page.locator('#list #fb-1').getByText('online in ST1').waitFor();
    await page.locator('#panel #fb-99').getByText('offline').waitFor();
    expect(await page.getByText('unknown').count()).toBe(0);
    expect(server.requests.filter((request) => request === 'PUT /streams').length).toBe(1);
    await vi.waitFor(
      () => expect(server.requests.filter((request) => request === 'GET /pictures').length).toBe(100),
      WAIT,
    );
    const pictures = page.locator('[data-picture*="/files/profile_pictures/fb-1.png"]');
    await vi.waitFor(async () => expect(await pictures.count()).toBe(2), WAIT);
    server.drop('fb-1');
    await page.locator('#panel #fb-1').getByText('offline').waitFor();
    await page.getByText('live 0 {"ST1":0,"ST2":0}').waitFor();
  });
});

describe('Firebase, with its unmodified SDK, under a strict policy', () => {
  let firebase: FirebaseDouble;
  let origin: string;
  beforeEach(async () => {
    firebase = await new FirebaseDouble().start();
    const { authUrl } = firebase.emulators;
    origin = authUrl;
    await addPresenceHost(context, origin, authUrl.replace('http', 'ws'));
  });
  afterEach(() => firebase.stop());

  async function openTab(adminToken: string | null): Promise<Page> {
    const page = await openHost(context, origin, complaints);
    await page.evaluate(
      async ({ settings, token }) => {
        const kept = globalThis as unknown as HostWindow;
        kept.told = [];
        kept.users = [];
        kept.presence = await kept.host.createFirebasePresence(settings);
        kept.presence.onAuth((user) => kept.users.push(user));
        kept.presence.onlineCount((count) => kept.told.push(count));
        kept.presence.onlineByStore(['ST1'], (counts) => kept.told.push(Object.fromEntries(counts)));
        if (token) await kept.presence.signIn(token);
      },
      { settings: firebase.settings('in-a-browser'), token: adminToken },
    );
    return page;
  }

  test('counts, also per store, returns picture URLs, and stays signed in [spec 7.23]', async () => {
    firebase.database.set('online/fb-1', { store_sid: 'ST1' });
    firebase.pictures.set('fb-1', 'there');
    const tab = await openTab('good:anna');
    await vi.waitFor(async () => expect(await told(tab)).toEqual(expect.arrayContaining([1, { ST1: 1 }])), WAIT);
    firebase.database.set('online/fb-2', { store_sid: 'ST1' });
    await vi.waitFor(async () => expect(await told(tab)).toEqual(expect.arrayContaining([2, { ST1: 2 }])), WAIT);
    const { url } = await tab.evaluate(() => (globalThis as unknown as HostWindow).presence.pictureUrl('fb-1'));
    expect(url).toContain('profile_pictures%2Ffb-1.png?alt=media&token=');
    await tab.close();
    const next = await openTab(null);
    await vi.waitFor(async () => expect(await users(next)).toEqual([{ uid: 'anna' }]), WAIT);
    await vi.waitFor(async () => expect(await told(next)).toEqual(expect.arrayContaining([2, { ST1: 2 }])), WAIT);
    await next.evaluate(() => (globalThis as unknown as HostWindow).presence.signOut());
    await next.close();
    const last = await openTab(null);
    await vi.waitFor(async () => expect(await users(last)).toEqual([null]), WAIT);
    expect(await told(last)).toEqual([]);
  });
});
