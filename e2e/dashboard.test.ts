import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { filled, filter, numberIn, tile } from './harness/dashboard.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  // On a busy machine a tile may time out.
  admin = await visitAs(browser, url, 'admin', '/dashboard', { expected: [/status of 503/] });
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

it('fills all tiles without a violation of the security policy, and names the time zone of the days [spec 1.10, 2.6]', async () => {
  await filled(page);
  expect(numberIn(await tile(page, 'Accounts').getByRole('link').first().textContent())).toBeGreaterThan(100);
  await tile(page, 'Points issued and spent').getByRole('application').locator('path').first().waitFor();
  await page.getByText('Days in UTC', { exact: true }).waitFor();
  expect(admin.path).toBe('/dashboard');
  expect(admin.troubles).toEqual([]);
});

it('period, country and area are chosen by keyboard and stored in the URL; defaults are not [dashboard 2]', async () => {
  await admin.go('/dashboard');
  await filled(page, ['Accounts']);
  await filter(page, 'Period').press('Enter');
  const form = page.getByRole('form', { name: 'Period' });
  await form.getByRole('radio', { name: 'Last 30 days' }).press('ArrowUp');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => admin.path).toBe('/dashboard?period=7d');
  await expect.poll(() => filter(page, 'Period').evaluate((button) => button === document.activeElement)).toBe(true);
  await tile(page, 'Accounts').getByText('in 7 days').waitFor();
  await filter(page, 'Country').press('Enter');
  await page.getByRole('checkbox', { name: 'Portugal' }).press('Space');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => admin.path).toBe('/dashboard?period=7d&country=PT');
  await tile(page, 'Running campaigns').getByText('Not filtered by period and country').waitFor();
  await filter(page, 'Area').press('Enter');
  await page.getByRole('checkbox', { name: 'Lisboa' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Berlin' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

it('a reload and a colleague show the same; MARKETING sees neither money nor links to campaigns [dashboard 2]', async () => {
  const narrowed = numberIn(await tile(page, 'Accounts').getByRole('link').first().textContent());
  await page.reload();
  await filled(page, ['Accounts', 'Running campaigns']);
  await filter(page, 'Country').getByText('Portugal').waitFor();
  const visit = await visitAs(browser, url, 'marketing', admin.path, AXE_NEEDS);
  await filled(visit.page);
  await filter(visit.page, 'Country').getByText('Portugal').waitFor();
  for (const each of [page, visit.page])
    expect(numberIn(await tile(each, 'Accounts').getByRole('link').first().textContent())).toBe(narrowed);
  const campaigns = tile(visit.page, 'Running campaigns');
  expect(await campaigns.getByRole('link').count()).toBe(0);
  expect(await campaigns.textContent()).toMatch(/\d%/);
  expect(await visit.page.getByRole('main').textContent()).not.toMatch(/[€$£¥₺]/);
  expect(await tile(page, 'Running campaigns').textContent()).toMatch(/[€$£¥₺]/);
  await filter(visit.page, 'Period').press('Enter');
  await visit.page.getByRole('radio', { name: 'Custom range' }).check();
  expect(await violations(visit)).toEqual([]);
  await visit.close();
});
