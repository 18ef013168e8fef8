import { createServer, type Server } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/sign-in.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { freePort } from './harness/free-port.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { emailOf } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { Visit, visitBySigningIn } from './harness/visit.ts';

const TITLE = "What's included in the latest release(s)";
const PUBLISHED = '**/identity/releases/published';

let product: Product;
let browser: Browser;
let shop: Server;
let shopUrl: string;
beforeAll(async () => {
  const port = await freePort();
  shopUrl = `http://localhost:${port}`;
  [product, browser] = await Promise.all([startOwnProduct({ env: { EMBED_ORIGINS: shopUrl } }), launchBrowser()]);
  const { accessToken } = await signIn(product.url, emailOf('streamer'));
  shop = createServer((request, response) => {
    const isPage = request.url === '/';
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html' });
    response.end(
      isPage
        ? `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Shop</h1><script src="${product.url}/embed/release-notes.js"
            crossorigin data-auth-provider-endpoint="${product.url}/identity" data-token="${accessToken}"></script>`
        : '',
    );
  });
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve));
});
afterAll(async () => {
  shop?.closeAllConnections();
  shop?.close();
  await browser?.close();
  await product?.remove();
});

const popup = (page: Page) => page.getByRole('dialog', { name: TITLE });
const versions = (page: Page) => popup(page).getByRole('heading', { name: /^\d+\.\d+\.\d+$/ });
const whatsNew = (page: Page) => page.getByRole('button', { name: /^What's new/ });
const unread = (page: Page, count: number) =>
  page.getByRole('button', { name: `What's new: ${count} unread releases` });
const isCounted = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/releases/published'));
const container = (page: Page) => page.locator('backcounter-release-notes');
const closed = (page: Page) => container(page).waitFor({ state: 'detached' });

/** The popup's log lines of a page, from now on. */
function linesOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('changelog-plugin')) lines.push(message.text());
  });
  return lines;
}

/** Requests of a page for unread releases, from now on. */
function askedOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/releases/published')) asked.push(request.url());
  });
  return asked;
}

/** Waits until the console has finished all work that follows a page. */
async function afterwards(visit: Visit, counted: Promise<unknown>): Promise<void> {
  await counted;
  await visit.settled();
}

describe('the release notes in the console', () => {
  it('open at the first sign-in, are marked as read once, and still show for other people [spec 1.14, 2.54, 4.28, 4.29, 4.32, 8.33]', async () => {
    const visit = await Visit.open(browser, product.url);
    const { page } = visit;
    const [lines, asked] = [linesOf(page), askedOf(page)];
    await visit.signIn('admin', '/accounts');
    await popup(page).waitFor();
    expect([lines, asked.length]).toEqual([['changelog-plugin: Successfully rendered'], 1]);
    expect(await versions(page).allTextContents()).toEqual(['2.7.0', '2.6.0', '2.5.0']);
    await visit.screenshot('release-notes-console');
    const visited = page.waitForResponse((answer) => answer.url().endsWith('/releases/visit'));
    await popup(page).getByRole('button', { name: 'Mark as Read' }).dblclick();
    expect((await visited).status()).toBe(204);
    await closed(page);
    await whatsNew(page)
      .and(page.getByRole('button', { name: "What's new", exact: true }))
      .waitFor();

    const counted = isCounted(page);
    await page.reload();
    expect(await (await counted).json()).toEqual([]);
    await afterwards(visit, counted);
    expect(lines.at(-1)).toBe('changelog-plugin: Nothing to render');
    expect([await container(page).count(), asked.length]).toEqual([0, 2]);
    expect(visit.troubles).toEqual([]);
    await visit.close();

    const other = await visitBySigningIn(browser, product.url, 'manager');
    await popup(other.page).waitFor();
    await other.close();
  });

  it('that were dismissed stay closed in all tabs, also after a sign-in, until another one is published [spec 1.14, 4.33]', async () => {
    const visit = await visitBySigningIn(browser, product.url, 'marketing');
    const { page } = visit;
    await popup(page).waitFor();
    const tab = await visit.context.newPage();
    await tab.goto('/accounts');
    await popup(tab).waitFor();
    await tab.keyboard.press('Escape');
    await closed(tab);
    await closed(page);
    for (const each of [tab, page]) await unread(each, 3).waitFor();
    await tab.close();

    const counted = isCounted(page);
    await page.reload();
    await unread(page, 3).waitFor();
    await afterwards(visit, counted);
    expect(await container(page).count()).toBe(0);

    await page.goto('/logout');
    await page.getByLabel('E-mail').waitFor();
    const countedAgain = isCounted(page);
    await visit.fillSignIn('marketing');
    await unread(page, 3).waitFor();
    await afterwards(visit, countedAgain);
    expect(await container(page).count()).toBe(0);

    await page.route(PUBLISHED, async (route) => {
      const published = await (await route.fetch()).json();
      await route.fulfill({ json: [release('9.9.9'), ...published] });
    });
    await page.reload();
    await popup(page).getByRole('heading', { name: '9.9.9' }).waitFor();
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('read in one tab are read in the others, and a failed visit is sent again [spec 1.14, 8.12]', async () => {
    const visit = await Visit.open(browser, product.url, { expected: [/503 \(Service Unavailable\)/] });
    const { page } = visit;
    await page.context().route('**/identity/releases/visit', (route) => route.fulfill({ status: 503 }));
    await visit.signIn('manager');
    await popup(page).waitFor();
    const tab = await visit.context.newPage();
    await tab.goto('/');
    await popup(tab).waitFor();
    await popup(tab).getByRole('button', { name: 'Mark as Read' }).click();
    await closed(tab);
    await closed(page);
    for (const each of [tab, page])
      await each.getByRole('button', { name: "What's new", exact: true }).and(whatsNew(each)).waitFor();
    await tab.close();

    await page.context().unroute('**/identity/releases/visit');
    const lines = linesOf(page);
    const visited = page.waitForResponse((answer) => answer.url().endsWith('/releases/visit'));
    await page.reload();
    expect((await visited).status()).toBe(204);
    await visit.settled();
    expect(lines).toEqual(['changelog-plugin: Nothing to render']);
    const counted = isCounted(page);
    await page.reload();
    expect(await (await counted).json()).toEqual([]);
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('reopen from the bar by keyboard, return the focus, and link to the changelog [spec 2.50]', async () => {
    const visit = await visitBySigningIn(browser, product.url, 'viewer', '/', AXE_NEEDS);
    const { page } = visit;
    await popup(page).waitFor();
    expect(await violations(visit)).toEqual([]);
    await popup(page).getByRole('button', { name: 'Mark as Read' }).click();
    await closed(page);

    await whatsNew(page).focus();
    await page.keyboard.press('Enter');
    await popup(page).waitFor();
    // On request all are listed, not only the latest.
    expect(await versions(page).count()).toBe(8);
    const opened = visit.context.waitForEvent('page');
    await popup(page)
      .getByRole('link', { name: /View More/ })
      .click();
    const changelog = await opened;
    await changelog.getByRole('heading', { level: 1, name: "What's new in Backcounter" }).waitFor();
    expect(changelog.url()).toBe(`${product.url}/changelog/backcounter`);
    await page.bringToFront();
    await page.keyboard.press('Escape');
    await closed(page);
    expect(await whatsNew(page).evaluate((button) => button === document.activeElement)).toBe(true);
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('open one start later for a person who opted out, in any of their browsers [releases 1, 5]', async () => {
    const visit = await visitBySigningIn(browser, product.url, 'streamer');
    const { page } = visit;
    await popup(page).waitFor();
    await popup(page).getByRole('button', { name: 'Dismiss' }).click();
    await closed(page);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Preferences' }).click();
    await page.getByRole('checkbox', { name: 'Announce new releases', checked: true }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Action Completed Successfully!').first().waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await visit.close();

    const elsewhere = await Visit.open(browser, product.url);
    const counted = isCounted(elsewhere.page);
    await elsewhere.signIn('streamer');
    await elsewhere.page.getByRole('button', { name: "What's new: 3 unread releases" }).waitFor();
    await afterwards(elsewhere, counted);
    expect(await popup(elsewhere.page).count()).toBe(0);
    await elsewhere.page.reload();
    await popup(elsewhere.page).waitFor();
    expect(elsewhere.troubles).toEqual([]);
    await elsewhere.close();
  });
});

describe('the changelog', () => {
  it('is public, in light and dark, and on a phone', async () => {
    const visit = await Visit.open(browser, product.url, AXE_NEEDS);
    const { page } = visit;
    await page.goto('/changelog/backcounter');
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(8);
    for (const [name, colorScheme, width] of [
      ['desktop', 'light', 1440],
      ['dark', 'dark', 1440],
      ['phone', 'light', 375],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      expect(await violations(visit), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true);
      await visit.screenshot(`changelog-${name}`);
    }
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });

  it('works without scripts, and each release has a URL', async () => {
    const visit = await Visit.open(browser, product.url, { javaScriptEnabled: false });
    await visit.page.goto('/changelog/backcounter');
    await visit.page
      .getByRole('navigation', { name: 'Releases on this page' })
      .getByRole('link', { name: '2.3.1' })
      .click();
    expect(visit.path).toBe('/changelog/backcounter#v2.3.1');
    const heading = visit.page.getByRole('heading', { name: '2.3.1' });
    expect((await heading.boundingBox())?.y).toBeLessThan(900);
    await visit.close();
  });
});

it("a host of another origin shows a person's release notes and marks them as read [spec 2.54]", async () => {
  const visit = await Visit.open(browser, shopUrl);
  const { page } = visit;
  await page.goto('/');
  await popup(page).waitFor();
  const visited = page.waitForResponse((answer) => answer.url() === `${product.url}/identity/releases/visit`);
  await popup(page).getByRole('button', { name: 'Mark as Read' }).click();
  expect((await visited).status()).toBe(204);
  await closed(page);
  const counted = isCounted(page);
  await page.reload();
  expect(await (await counted).json()).toEqual([]);
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

function release(version: string) {
  const change = { id: '1', type: 'FEATURE', title: 'one', description: 'Two' };
  return {
    id: version,
    version,
    date: '2026-11-20T09:00:00Z',
    changeLists: [{ id: '1', title: 'List', changes: [change] }],
  };
}
