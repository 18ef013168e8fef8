import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { isFocused, partsOf } from './harness/reference-data.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const EXPECTED = [/status of 4\d\d/];
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/admin/badge-categories', { ...AXE_NEEDS, expected: EXPECTED });
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const { drawer, row, dialog, button, field, language, closed, openRow } = partsOf(() => page);
const code = `e2e-${Date.now().toString(36)}`;
const weekly = `Weekly ${code}`;

it('is created: the form reports errors, then the new row shows highlighted [spec 1.9, 2.17]', async () => {
  await page.goto('/admin/badge-categories');
  await button('New badge category', page).click();
  await isFocused(field('Code'));
  // The form is beside the list, so the breadcrumbs stay.
  const crumbs = page.locator('header ol > li');
  expect(await crumbs.allTextContents()).toEqual(['Reference data', 'Badge categories']);
  expect(await violations(admin)).toEqual([]);
  await field('Code').fill('Not A Code');
  await button('Create').click();
  await drawer().getByText('Use 2 to 64 lowercase letters, digits, dots, dashes or underscores').waitFor();
  await drawer().getByText('Required', { exact: true }).waitFor();
  await isFocused(field('Code'));
  await field('Code').fill('loyalty');
  await field('Name: English').fill(weekly);
  await page.keyboard.press('Control+Enter');
  await drawer().getByText('Already used by another record').waitFor();
  await isFocused(field('Code'));
  expect(await field('Name: English').inputValue()).toBe(weekly);
  await field('Code').fill(code);
  await button('Create').dblclick();
  await closed();
  await isFocused(button('New badge category', page));
  await row(code).waitFor();
  expect(await row(code).count()).toBe(1);
  expect(admin.path).toBe('/admin/badge-categories');
});

it('is edited by keyboard; Escape closes only the topmost layer, and the focus returns to the row [ux 18] [reference 4]', async () => {
  await openRow(weekly);
  expect(await button('Save').isDisabled()).toBe(true);
  await language('Deutsch');
  await field('Name: German').fill('Helden der Woche');
  await drawer().getByText('Name (German)').waitFor();
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Keep editing' }) });
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await field('Name: German').inputValue()).toBe('Helden der Woche');
  await page.keyboard.press('Control+Enter');
  await closed();
  await isFocused(row(weekly).getByRole('link'));
  await openRow(weekly);
  await page.keyboard.press('Escape');
  await closed();
  await isFocused(row(weekly).getByRole('link'));
});

it('is archived instead of deleted, found in the archive, and restored [spec 2.17]', async () => {
  await openRow(weekly);
  await drawer().getByText('Not used yet').waitFor();
  await button('Archive').click();
  const question = dialog(`Archive ${weekly}?`);
  await isFocused(button('Cancel', question));
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await isFocused(button('Archive'));
  await button('Archive').click();
  await button('Archive', question).click();
  await button('Restore').waitFor();
  expect(await field('Name: English').isEditable()).toBe(false);
  await page.keyboard.press('Escape');
  await closed();
  await row(weekly).waitFor({ state: 'detached' });
  await admin.go('/admin/badge-categories?archived=yes');
  await openRow(weekly);
  await button('Restore').click();
  await button('Archive').waitFor();
});
