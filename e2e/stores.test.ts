import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const sid = `E2E${Date.now().toString(36).toUpperCase().slice(-7)}`;
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/stores', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name });

it('a store is created by keyboard: problems show on their fields, and its area sets its time zone [spec 1.5]', async () => {
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await button('New store').press('Enter');
  const drawer = page.locator('.mantine-Drawer-content');
  await drawer.getByRole('textbox', { name: 'Name' }).fill(`Tower ${sid}`);
  await drawer.getByRole('textbox', { name: 'Sid' }).fill('wrong');
  await choose(drawer.getByLabel('Country'), 'Portugal');
  await choose(drawer.getByLabel('Area'), 'Lisboa');
  await expect.poll(() => drawer.getByLabel('Time zone').textContent()).toMatch(/^Lisbon —/);
  await page.keyboard.press('Control+Enter');
  await drawer.getByText('Use 6 to 12 capital letters and digits').waitFor();
  await drawer.getByRole('textbox', { name: 'Sid' }).fill(sid);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { level: 1, name: `Tower ${sid}` }).waitFor();
  expect(admin.path).toMatch(/^\/stores\/[0-9a-f-]{36}$/);
});

it('is activated, suspended for a reason and closed, and its history shows it', async () => {
  await button('Activate').click();
  await dialog(`Activate Tower ${sid}?`).getByRole('button', { name: 'Activate' }).dblclick();
  await button('Suspend').click();
  const suspend = dialog(`Suspend Tower ${sid}?`);
  expect(await suspend.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true);
  await suspend.getByRole('textbox', { name: 'Reason' }).fill('Flooded');
  await page.keyboard.press('Control+Enter');
  await button('Reactivate').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByText('Flooded').waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Close store' }).click();
  const close = dialog(`Close Tower ${sid}?`);
  await close.getByRole('textbox', { name: 'Reason' }).fill('Lease ended');
  expect(await close.getByRole('button', { name: 'Close store' }).isDisabled()).toBe(true);
  await close.getByRole('textbox', { name: /Type the sid/ }).fill(sid);
  await close.getByRole('button', { name: 'Close store' }).click();
  await close.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'History' }).click();
  for (const word of ['Closed', 'Suspended', 'Activated', 'Created']) await page.getByText(word).first().waitFor();
});

it('is found by a pasted list, whose address is private to the person who pasted it [spec 2.7]', async () => {
  await admin.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await admin.go('/stores');
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${sid}\nNOSUCH99\ntower ${sid}`);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+v');
  for (const text of ['1 found', '1 by store number', '1 unknown', '1 twice'])
    await page.getByText(text, { exact: true }).waitFor();
  await page
    .getByRole('grid')
    .getByRole('link', { name: `Tower ${sid}` })
    .waitFor();
  const other = await visitAs(browser, url, 'marketing', admin.path);
  await other.page.getByText(/This pasted list is private/).waitFor();
  expect(await other.page.getByRole('grid').getByRole('link').count()).toBe(0);
  await other.close();
});

it('is found by its sid in the list and in the palette [spec 2.9]', async () => {
  await admin.go(`/stores?q=${sid.toLowerCase()}`);
  await page.getByRole('row').filter({ hasText: sid }).waitFor();
  await page.getByText('Matched by sid').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(sid);
  await page
    .getByRole('option')
    .filter({ hasText: `Tower ${sid}` })
    .waitFor();
  await page.keyboard.press('Escape');
});

it('the list mirrors right to left without axe findings', async () => {
  await page.evaluate(() => localStorage.setItem('sdk-locale', 'ar-XB'));
  await page.goto('/stores');
  await page.getByRole('grid').getByRole('link').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await violations(admin)).toEqual([]);
});
