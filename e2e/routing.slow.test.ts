import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitAs, visitBySigningIn } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

it('leads a visitor through sign-in to the canonical URL [spec 2.4, 2.32] [sign-in 7]', async () => {
  const visit = await Visit.open(browser, url);
  await visit.signIn('admin', `${url}//%41ccounts//?state=SUSPENDED#rows`);
  await heading(visit.page, 'Accounts').waitFor();
  expect(visit.path).toBe('/accounts?state=SUSPENDED#rows');
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

it('loads a page only when it is opened [spec 2.1]', async () => {
  const visit = await visitAs(browser, url, 'admin', '/admin/areas');
  const scripts: string[] = [];
  await heading(visit.page, 'Areas').waitFor();
  await visit.settled();
  visit.page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const [path, title] of [
    ['/dashboard', 'Dashboard'],
    ['/campaigns', 'Campaigns'],
    ['/nothing', 'Page not found'],
  ] as const) {
    scripts.length = 0;
    await visit.go(path);
    await heading(visit.page, title).waitFor();
    expect(scripts.length, path).toBeGreaterThan(0);
    await visit.settled();
  }
  await visit.close();
});

describe('a failing check', () => {
  it('leads to /no-access, which retries the URL [spec 2.33]', async () => {
    const visit = await Visit.open(browser, url, { expected: [/ERR_FAILED/] });
    const { page } = visit;
    const discovery = '**/.well-known/openid-configuration';
    await page.route(discovery, (route) => route.abort());
    await page.goto('/accounts?state=SUSPENDED#rows');
    await heading(page, 'Access could not be checked').waitFor();
    expect(visit.path).toBe('/no-access?retry=%2Faccounts%3Fstate%3DSUSPENDED%23rows');
    await visit.screenshot('no-access-unchecked-visitor');
    const again = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/openid-configuration'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await again;
    // The page remains until the check has failed, and a check that is still on its way could get an answer.
    await visit.settled();
    await heading(page, 'Access could not be checked').waitFor();
    await page.unroute(discovery);
    await page.getByRole('button', { name: 'Retry' }).click();
    await visit.fillSignIn('admin');
    await heading(page, 'Accounts').waitFor();
    expect(visit.path).toBe('/accounts?state=SUSPENDED#rows');
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });
});

describe('return target', () => {
  it("is the tab’s own last route; a new tab gets the browser's [spec 2.29]", async () => {
    const visit = await Visit.open(browser, url, { expected: [/status of 401/] });
    // The console learns of the end from the answer alone.
    await visit.stopSessionWatch();
    await visit.signIn('admin', '/accounts?state=ACTIVE');
    const { page } = visit;
    await accountLinks(page).first().waitFor();
    const other = await visit.context.newPage();
    await other.goto('/stores?q=a');
    await heading(other, 'Stores').waitFor();
    await visit.context.clearCookies();
    await page.route('**/graphql', (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: 'ended', extensions: { code: 'session.expired' } }] }),
      }),
    );
    await page.getByRole('button', { name: 'List options' }).click();
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
    await page.getByLabel('E-mail').waitFor();
    await page.unroute('**/graphql');
    const fresh = await visit.context.newPage();
    await fresh.goto('/login');
    await fresh.getByLabel('E-mail').fill('admin@demo.test');
    await fresh.getByLabel('Password', { exact: true }).fill('backcounter');
    await fresh.keyboard.press('Enter');
    await fresh.waitForURL((address) => address.pathname + address.search === '/stores?q=a');
    await visit.fillSignIn('admin');
    await heading(page, 'Accounts').waitFor();
    expect(visit.path).toBe('/accounts?state=ACTIVE');
    await visit.close();
  });

  it('is never a forbidden path [spec 2.28]', async () => {
    const visit = await visitBySigningIn(browser, url, 'marketing', '/stores');
    await heading(visit.page, 'Stores').waitFor();
    await visit.page.goto('/admin/areas');
    await visit.page.waitForURL('**/no-access*');
    await visit.page.goto('/login');
    await visit.page.waitForURL(`${url}/stores`);
    await visit.close();
  });
});

describe('history', () => {
  it('Back after sign-in stays in the console, then leaves it [sign-in 10]', async () => {
    const visit = await Visit.open(browser, url);
    const { page } = visit;
    await page.goto('about:blank');
    await visit.signIn('admin', '/accounts?state=ACTIVE');
    await heading(page, 'Accounts').waitFor();
    await page.goBack();
    await heading(page, 'Accounts').waitFor();
    expect(visit.path).toBe('/accounts?state=ACTIVE');
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('Back from the sign-in page opens the page before the console [sign-in 10]', async () => {
    const visit = await Visit.open(browser, url);
    await visit.page.goto('about:blank');
    await visit.page.goto('/accounts');
    await visit.page.getByLabel('E-mail').waitFor();
    await visit.page.goBack();
    expect(visit.page.url()).toBe('about:blank');
    await visit.close();
  });
});

describe('an expired sign-in page', () => {
  it('restarts sign-in [sign-in 9]', async () => {
    const visit = await Visit.open(browser, url);
    await visit.page.goto('/stores');
    await visit.page.getByLabel('E-mail').waitFor();
    const old = visit.page.url();
    const elsewhere = await Visit.open(browser, url);
    await elsewhere.page.goto(old);
    await elsewhere.page.getByLabel('E-mail').waitFor();
    expect(elsewhere.page.url()).not.toBe(old);
    await elsewhere.fillSignIn('admin');
    await elsewhere.page.getByRole('heading', { level: 1 }).waitFor();
    expect(elsewhere.path).toBe('/');
    expect(elsewhere.troubles).toEqual([]);
    await elsewhere.close();
    await visit.close();
  });

  it('shows the error if it always expires, instead of a loop [sign-in 9]', async () => {
    const visit = await Visit.open(browser, url, { expected: [/^Sign-in: /] });
    // As in a browser without cookies: the page of each sign-in is one that never started here.
    const gone = { status: 303, headers: { location: `${url}/identity/interaction/gone` } };
    await visit.page.route('**/identity/auth?*', (route) => route.fulfill(gone));
    await visit.page.goto('/stores');
    await heading(visit.page, 'Sign-in failed').waitFor();
    await visit.page.getByText('Check that this browser accepts cookies').waitFor();
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });
});

describe('a signed-in person', () => {
  it('is led from an old callback URL to their route, and from /logout, on any page, to / [spec 2.22, 2.23, 2.24] [sign-in 9]', async () => {
    const visit = await visitBySigningIn(browser, url, 'admin', '/stores?q=a');
    await heading(visit.page, 'Stores').waitFor();
    await visit.page.goto('/login?code=used&state=gone');
    await heading(visit.page, 'Stores').waitFor();
    expect(visit.path).toBe('/stores?q=a');
    expect(visit.troubles).toEqual([]);
    await visit.page.goto('/logout');
    const button = visit.page.getByRole('button', { name: /sign out/i });
    await button.or(visit.page.getByLabel('E-mail')).first().waitFor();
    if (await button.isVisible()) await button.click();
    await visit.fillSignIn('admin');
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    expect(visit.path).toBe('/');
    await visit.close();
  });
});
