import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let visit: Visit;
let page: Page;
let record: string;

beforeAll(async () => {
  browser = await launchBrowser();
  // A test goes offline.
  const expected = [/ERR_INTERNET_DISCONNECTED/];
  visit = await visitAs(browser, url, 'admin', '/dashboard', { expected });
  page = visit.page;
  const [first] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
  record = `/accounts/${first?.id}`;
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

const dialog = () => page.getByRole('dialog');
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const nameField = () => page.getByLabel('Name', { exact: true });

async function open(path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

describe('by keyboard', () => {
  it('the first Tab stop is the skip link, which leads to the content and keeps the URL', async () => {
    await open('/accounts');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
    expect(visit.path).toBe('/accounts');
  });

  it('g and a letter change the page, and focus its title', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await title('Dashboard').waitFor();
    await expect.poll(focused).toBe('Dashboard');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await title('Accounts').waitFor();
    await expect.poll(focused).toBe('Accounts');
  });

  it('keys typed into a field are text [ux 16]', async () => {
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('g d ?');
    expect(await page.getByRole('searchbox').inputValue()).toBe('g d ?');
    expect(await dialog().count()).toBe(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('');
  });

  it('Escape closes the topmost layer, and the focus returns to its opener [ux 18]', async () => {
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('?');
    expect(await dialog().count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    const opener = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(opener).toMatch(/^Menu of/);
  });
});

describe('unsaved changes', () => {
  it('prompt once, on Back and on a link [ux 22]', async () => {
    await open(record);
    await page
      .getByRole('button', { name: 'Edit account' })
      .or(page.getByRole('link', { name: 'Edit account' }))
      .click();
    await nameField().fill('Somebody Else');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect.poll(focused).toBe('Keep editing');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    expect(await nameField().inputValue()).toBe('Somebody Else');
    expect(new URL(page.url()).pathname).toBe(record);

    await page.goBack();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await dialog().waitFor({ state: 'hidden' });
    expect(visit.path).toBe(`${record}?edit`);
    expect(await nameField().inputValue()).toBe('Somebody Else');

    await page.getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await title('Accounts').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  it('cause no prompt on a tab of the record, which keeps them as a draft [ux 22]', async () => {
    await open(`${record}?edit`);
    await nameField().fill('Somebody Else');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => visit.path).toBe(`${record}?tab=history`);
    expect(await dialog().count()).toBe(0);
  });

  it("cause the browser's prompt before the page is reloaded or closed", async () => {
    await open(`${record}?edit`);
    await nameField().click();
    await page.keyboard.type('x');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (question) => {
        resolve(question.type());
        void question.dismiss();
      });
    });
    await page.evaluate(() => setTimeout(() => location.reload(), 0));
    expect(await asked).toBe('beforeunload');
    expect(await nameField().inputValue()).toMatch(/x$/);
  });

  it('prevent loading a new version; without them it is offered, never forced [ux 34]', async () => {
    const newer = '<script type="module" crossorigin src="/assets/index-newer000.js"></script>';
    await page.route(`${url}/`, (route) =>
      route.request().isNavigationRequest()
        ? route.fallback()
        : route.fulfill({ contentType: 'text/html', body: newer }),
    );
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
    await page.getByText('A new version of the console is ready. Save your changes, then reload.').waitFor();
    const reload = page.getByRole('button', { name: 'Reload', exact: true });
    expect(await reload.count()).toBe(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const leave = page.getByRole('button', { name: 'Leave without saving' });
    if (await leave.isVisible()) await leave.click();
    await reload.waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await reload.waitFor({ state: 'hidden' });
    await page.unroute(`${url}/`);
  });
});

describe('offline', () => {
  it('shows since when, keeps the page, and recovers automatically [ux 33]', async () => {
    await open('/accounts');
    // Everything loaded after the first render has arrived.
    await visit.settled();
    await visit.context.setOffline(true);
    const strip = page.getByText(/^No connection since \d{1,2}:\d{2}/);
    await strip.waitFor();
    expect(await title('Accounts').count()).toBe(1);
    // The browser may have cached the file; a route bypasses its cache.
    await page.route('**/assets/**', (route) => route.abort('internetdisconnected'));
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Recent messages' }).click();
    await page.getByText('This part could not be loaded.').first().waitFor();
    await page.unroute('**/assets/**');
    await visit.context.setOffline(false);
    await strip.waitFor({ state: 'hidden' });
  });
});

describe('on a phone', () => {
  it('the navigation slides in, opens a page, and returns the focus', async () => {
    const phone = await visitAs(browser, url, 'admin', '/accounts', {
      viewport: { width: 375, height: 740 },
      hasTouch: true,
    });
    const menu = phone.page.getByRole('button', { name: 'Open navigation' });
    await phone.page.getByRole('grid').waitFor();
    await menu.click();
    await phone.page.getByRole('dialog').waitFor();
    await phone.page.keyboard.press('Escape');
    await phone.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await menu.click();
    await phone.page.getByRole('dialog').getByRole('link', { name: 'Dashboard' }).click();
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor({ state: 'attached' });
    await phone.page.getByRole('dialog').waitFor({ state: 'hidden' });
    const bar = phone.page.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(await bar.locator('svg:visible').count()).toBe(0);
    expect(phone.troubles).toEqual([]);
    await phone.close();
  });
});

it('the pages that receive sign-in responses run no code of the console, and lead a person who opens them to the start page', async () => {
  for (const path of ['/silent', '/popup']) {
    const tab = await visit.context.newPage();
    const scripts: string[] = [];
    tab.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    await tab.addInitScript(() =>
      window.addEventListener('pagehide', () =>
        sessionStorage.setItem('mounted', document.getElementById('root')?.innerHTML ?? 'gone'),
      ),
    );
    await tab.route(`${url}/`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>start</p>' }));
    await tab.goto(path);
    await tab.getByText('start').waitFor();
    expect(await tab.evaluate(() => sessionStorage.getItem('mounted')), path).toBe('');
    expect(
      scripts.filter((script) => /\/frame-callback-/.test(script)),
      path,
    ).toHaveLength(1);
    await tab.close();
  }
});

it('caused no violation of the security policy and no other error on the way', () => {
  expect(visit.troubles).toEqual([]);
});
