import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let marketing: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts?state=SUSPENDED', AXE_NEEDS);
  marketing = await visitAs(browser, url, 'marketing', '/accounts');
});
afterAll(async () => {
  await browser?.close();
});

const openDialog = async ({ page }: Visit) => {
  await page.getByRole('button', { name: 'Export…' }).click();
  await page.getByRole('dialog', { name: 'Export rows' }).getByRole('checkbox', { name: 'Number' }).waitFor();
};
const dialog = ({ page }: Visit) => page.getByRole('dialog', { name: 'Export rows' });

it('exports the list as shown by keyboard, and downloads it from the tray [export 4]', async () => {
  const { page } = admin;
  await page.getByRole('grid', { name: 'Accounts' }).waitFor();
  await admin.settled();
  await openDialog(admin);
  expect(await violations(admin)).toEqual([]);
  await admin.screenshot('export-dialog');
  expect(await dialog(admin).getByRole('checkbox', { name: 'Email', exact: true }).isChecked()).toBe(true);
  expect(await dialog(admin).getByRole('checkbox', { name: 'ID', exact: true }).isChecked()).toBe(false);
  await dialog(admin).getByRole('radio', { name: 'CSV' }).check();
  await page.keyboard.press('Control+Enter');
  await dialog(admin).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const link = page.getByRole('button', { name: /Download: Export accounts as CSV/ }).first();
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^accounts-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toContain('Name,Number,Email');
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(1).every((line) => line.includes('SUSPENDED'))).toBe(true);
});

it('repeats an export each week, which its list pauses', async () => {
  const { page } = admin;
  await page.keyboard.press('Escape');
  await openDialog(admin);
  await choose(dialog(admin).getByRole('combobox', { name: 'Repeat' }), 'Every week');
  await dialog(admin).getByRole('textbox', { name: 'Name' }).fill('Weekly check');
  await choose(dialog(admin).getByRole('combobox', { name: 'Day' }), 'Friday');
  expect(await violations(admin)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await dialog(admin).waitFor({ state: 'hidden' });
  await openDialog(admin);
  await dialog(admin).getByRole('link', { name: 'Scheduled exports' }).press('Enter');
  const item = page.getByRole('listitem').filter({ hasText: 'Weekly check' });
  await item.getByText(/^Every Friday at 06:00/).waitFor();
  await item.getByRole('button', { name: 'Pause' }).press('Enter');
  await item.getByText('Paused').waitFor();
});

it('does not offer contacts to people who may not see them [ux 38] [export 4]', async () => {
  await openDialog(marketing);
  expect(await dialog(marketing).getByRole('checkbox', { name: 'Email', exact: true }).count()).toBe(0);
  expect(await dialog(marketing).getByRole('checkbox', { name: 'Phone', exact: true }).count()).toBe(0);
  await marketing.page.keyboard.press('Escape');
  await dialog(marketing).waitFor({ state: 'hidden' });
});
