import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AuthHost } from './harness/auth-host.ts';
import { launchBrowser } from './harness/browser.ts';
import { callSdk, isSignedIn } from './harness/host-page.ts';
import { DEMO_PASSWORD, emailOf, type Person } from './harness/people.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitBySigningIn } from './harness/visit.ts';

/** Tests of the embedded provider that need a page with the SDK beside the console. */
const url = productUrl();
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(async () => {
  await visit?.close();
});

/** A page of the console's origin with the SDK; its hidden frame and its popup end on the console's own pages. */
async function openGuest(): Promise<Page> {
  const host = await AuthHost.openOn(visit.context, url, { authority: `${url}/identity` });
  return host.tab();
}

const fillIn = async (page: Page, person: Person) => {
  await page.getByLabel('E-mail').fill(emailOf(person));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
};

it('signs in through a popup, which closes [sign-in 3]', async () => {
  visit = await Visit.open(browser, url);
  const page = await openGuest();
  const opened = visit.context.waitForEvent('page');
  const told = callSdk(page, (sdk) => sdk.signInByPopup());
  const popup = await opened;
  await fillIn(popup, 'marketing');
  expect(await told).toMatchObject({ profile: { email: 'marketing@demo.test' }, roles: ['MARKETING'] });
  await expect.poll(() => popup.isClosed()).toBe(true);
  await isSignedIn(page);
  expect(visit.troubles).toEqual([]);
});

it('reports a popup closed by the person [spec 8.23]', async () => {
  visit = await Visit.open(browser, url);
  const page = await openGuest();
  const opened = visit.context.waitForEvent('page');
  const told = callSdk(page, (sdk) => sdk.signInByPopup());
  const popup = await opened;
  await popup.getByLabel('E-mail').waitFor();
  await popup.close();
  expect(await told).toBe('invalid-response: Popup closed by user');
});

it('resumes an existing session silently, and signs no one in without one [spec 7.16]', async () => {
  visit = await visitBySigningIn(browser, url, 'admin', '/dashboard');
  const page = await openGuest();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toBeNull();
  expect(await callSdk(page, (sdk) => sdk.signInSilently())).toMatchObject({ profile: { email: 'admin@demo.test' } });
  expect(await callSdk(page, (sdk) => sdk.getUserInfo())).toMatchObject({ email: 'admin@demo.test' });
  await page.evaluate(() => localStorage.clear());
  await visit.context.clearCookies();
  await page.reload();
  expect(await callSdk(page, (sdk) => sdk.signInSilently())).toBeNull();
});

it.each(['/popup', '/silent'])('%s opened by a person leads to the console [sign-in 3]', async (path) => {
  visit = await visitBySigningIn(browser, url, 'marketing', '/dashboard');
  await visit.page.goto(path);
  await visit.page.waitForURL((address) => address.pathname === '/');
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  expect(visit.troubles).toEqual([]);
});

it('the console notices a sign-out at the provider in every tab [spec 7.19, 9.9]', async () => {
  visit = await visitBySigningIn(browser, url, 'admin', '/dashboard');
  const other = await visit.context.newPage();
  await other.goto('/accounts');
  const tabs = [visit.page, other];
  // Watching has started once the provider's page is loaded.
  for (const tab of tabs)
    await expect.poll(() => tab.frames().some((frame) => frame.url().endsWith('/identity/session/check'))).toBe(true);
  // Otherwise the refusal of a request could be noticed first, and leads to the sign-in page.
  await visit.context.route('**/graphql**', (route) => route.abort());
  const outside = await visit.context.newPage();
  await outside.goto('/identity/session/end');
  await outside.getByRole('button', { name: /sign out/i }).click();
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'You are signed out' }).waitFor()));
  expect(await visit.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('access_token');
});

it('the watch leaves an active session alone [spec 9.9]', async () => {
  visit = await visitBySigningIn(browser, url, 'admin', '/dashboard');
  const checks = () => visit.page.evaluate(() => (globalThis as unknown as { answers: string[] }).answers);
  await visit.context.addInitScript(() => {
    const answers: string[] = [];
    Object.assign(globalThis, { answers });
    addEventListener(
      'message',
      ({ data }) => /^(unchanged|changed|error)$/.test(String(data)) && answers.push(String(data)),
    );
  });
  await visit.page.reload();
  await expect.poll(async () => (await checks()).length).toBeGreaterThanOrEqual(2);
  expect(new Set(await checks())).toEqual(new Set(['unchanged']));
  await visit.page.getByRole('navigation', { name: 'Main navigation' }).waitFor();
  expect(visit.troubles).toEqual([]);
});
