import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { Visit, visitBySigningIn } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

/** Ages the stored access token; `withoutRefresh` also deletes the refresh token, as some providers issue none. */
function age(page: Page, withoutRefresh = false): Promise<void> {
  return page.evaluate((isBare) => {
    for (const [key, value] of Object.entries({ ...localStorage })) {
      if (!value.includes('access_token')) continue;
      const { refresh_token, ...user } = JSON.parse(value) as Record<string, unknown>;
      const next = { ...user, expires_at: Math.floor(Date.now() / 1000) + 30 };
      localStorage.setItem(key, JSON.stringify(isBare ? next : { ...next, refresh_token }));
    }
  }, withoutRefresh);
}

/** Simulates a tab that becomes visible again, which renews an aged token. */
const lookAt = (page: Page) => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));

const accessToken = (page: Page) =>
  page.evaluate(() => {
    const entry = Object.values({ ...localStorage }).find((value) => value.includes('access_token'));
    return entry === undefined ? null : (JSON.parse(entry) as { access_token: string }).access_token;
  });

it('renews once for four tabs, and signs none of them out [spec 4.3] [sign-in 2]', async () => {
  const visit = await visitBySigningIn(browser, url, 'marketing', '/dashboard');
  const tabs = [visit.page];
  for (let tab = 2; tab <= 4; tab += 1) tabs.push(await visit.context.newPage());
  for (const tab of tabs.slice(1)) await tab.goto('/dashboard');
  await Promise.all(tabs.map((tab) => tab.getByRole('heading', { level: 1 }).waitFor()));
  const renewals: number[] = [];
  visit.context.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/identity/token') renewals.push(answer.status());
  });
  for (let round = 1; round <= 3; round += 1) {
    const before = await accessToken(visit.page);
    await age(visit.page);
    await Promise.all(tabs.map(lookAt));
    await expect.poll(() => accessToken(visit.page)).not.toBe(before);
    await Promise.all(tabs.map(lookAt));
    expect(renewals).toEqual(Array.from({ length: round }, () => 200));
  }
  for (const tab of tabs) {
    await tab.reload();
    await tab.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(tab.url()).pathname).toBe('/dashboard');
  }
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

it('renews through the hidden frame without a refresh token [spec 4.4]', async () => {
  const visit = await visitBySigningIn(browser, url, 'admin', '/dashboard');
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  const before = await accessToken(visit.page);
  await age(visit.page, true);
  await visit.page.reload();
  await expect.poll(() => accessToken(visit.page)).not.toBe(before);
  expect(new URL(visit.page.url()).pathname).toBe('/dashboard');
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

it('restarts sign-in once after it was canceled, then shows an error [spec 4.7]', async () => {
  const visit = await Visit.open(browser, url);
  await visit.page.goto('/accounts');
  const cancel = visit.page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  const first = visit.page.url();
  await cancel.click();
  await visit.page.waitForURL((address) => address.pathname.startsWith('/identity') && address.href !== first);
  await cancel.click();
  await visit.page.waitForURL((address) => address.pathname === '/login');
  await visit.page.getByRole('heading', { level: 1 }).waitFor();
  await visit.settled();
  expect(new URL(visit.page.url()).pathname).toBe('/login');
  await visit.screenshot('sign-in-cancelled');
  await visit.close();
});
