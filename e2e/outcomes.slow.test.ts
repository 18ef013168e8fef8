import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
/** A server error, and browser messages about unreachable addresses. */
const MEANT = [/Failed to load resource/, /net::ERR/, /Language:/, /Cannot read properties|is not iterable/];
let browser: Browser;
let visit: Visit;
let page: Page;
let target: AccountData;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, url, 'admin', '/accounts', { expected: MEANT });
  page = visit.page;
  const found = await accounts(visit, { state: { in: ['ACTIVE'] }, hasEmail: true }, 60);
  target = found.at(-1) as AccountData;
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect(visit.takeTroubles()).toEqual([]);
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

const toast = () => page.locator('.bc-toasts[data-position="top"] .bc-toast');
const shown = () =>
  page.locator('.bc-toast').evaluateAll((all) =>
    all.map((each) => ({
      place: each.closest<HTMLElement>('.bc-toasts')?.dataset['position'],
      type: (each as HTMLElement).dataset['type'],
      icon: (each as HTMLElement).dataset['icon'],
      text: each.querySelector('.bc-toast-message')?.textContent,
    })),
  );
const dismissAll = async () => {
  for (const button of await page.getByRole('button', { name: 'Dismiss message' }).all()) await button.click();
  await page.locator('.bc-toast').first().waitFor({ state: 'detached' });
};

/** Replaces the server's answer to an operation from now on. */
async function answer(operation: string, body: unknown): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    if (operationName !== operation) return route.fallback();
    return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
  });
}

it('a language whose texts fail to load leaves the console unchanged, and says what to do', async () => {
  await visit.go('/accounts');
  await page.route('**/cdn/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch', exact: true }).click();
  await toast().first().waitFor();
  expect(await shown()).toEqual([
    {
      place: 'top',
      type: 'warning',
      icon: 'error',
      text: 'Error: Deutsch could not be loaded. Check your connection, then choose it again.',
    },
  ]);
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await dismissAll();
});

describe('an error while rendering a page', () => {
  it('shows in place of the page; the rest of the console still works', async () => {
    await answer('Account', { data: { account: { id: target.id } } });
    await visit.go('/accounts');
    await page.goto(`/accounts/${target.id}`);
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('navigation').getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    visit.takeTroubles();
  });

  it('outside of a page replaces the whole console until a retry', async () => {
    await answer('ShellHealth', { data: { ledgerHealth: { isHealthy: false, faultCount: 1, faults: null } } });
    await page.goto('/accounts');
    await page.getByRole('heading', { name: 'Something went wrong on this page' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
    visit.takeTroubles();
  });
});

it('a 401 on the subscription stream ends the session once, and returns to the page [spec 4.20]', async () => {
  const logs: string[] = [];
  page.on('console', (message) => logs.push(message.text()));
  let refused = 0;
  // The previous page is gone, so that its stream is not the one refused.
  await page.goto('about:blank');
  await page.route('**/graphql/stream', async (route) => {
    if (refused > 0) return route.fallback();
    refused += 1;
    const body = JSON.stringify({ errors: [{ message: 'ended', extensions: { code: 'session.expired' } }] });
    return route.fulfill({ status: 401, contentType: 'application/json', body });
  });
  await Promise.all([page.waitForURL(/\/login/), page.goto('/accounts?country=DE', { waitUntil: 'commit' })]);
  await page.waitForURL(/\/accounts\?country=DE$/);
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor();
  await visit.settled();
  expect(refused).toBe(1);
  expect(logs.filter((line) => line.includes('Session expired'))).toHaveLength(1);
  visit.takeTroubles();
});
