import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const code = `E2E-${Date.now().toString(36).toUpperCase()}`;
const name = `Campaign ${code}`;
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/campaigns', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const step = (label: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: label });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it('creates a campaign in steps: the preview shows its rules and maximum cost, and a problem leads to its step [campaigns 10]', async () => {
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await button('New campaign').press('Enter');
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
  expect(await page.locator('header ol > li').allTextContents()).toEqual(['Engage', 'Campaigns', 'New campaign']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const codeField = page.getByRole('textbox', { name: 'Code' });
  // The code follows the name, until another one is entered. Missing fields of other steps do not take the focus from
  // the field being corrected.
  expect(await codeField.inputValue()).not.toBe('');
  await codeField.fill('');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => codeField.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(code.toLowerCase());
  expect(await codeField.inputValue()).toBe(code);
  await step('Reward').click();
  await choose(page.getByLabel('Reward', { exact: true }), 'Points');
  await page.getByRole('textbox', { name: 'Points' }).fill('1.5');
  await choose(page.getByLabel('Reward', { exact: true }), 'Percentage off');
  await choose(page.getByLabel('Currency'), 'EUR · Euro');
  await page.getByRole('textbox', { name: 'Percentage' }).fill('12.5');
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('12.5% off', { exact: true }).waitFor();
  await preview.getByText('No limit').waitFor();
  await step('Limits and budget').click();
  await page.getByRole('textbox', { name: 'Budget' }).fill('1000');
  await preview.getByText('€1,000', { exact: true }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => step('Dates').getAttribute('aria-current')).toBe('step');
  await choose(page.getByLabel('Time zone'), /^Berlin —/);
  await page.getByLabel('Starts').fill(day(-9));
  await page.getByLabel('Ends').fill(day(-2));
  // A draft's end may be in the past: the field explains the effect, and the checklist the next step.
  const past = page.getByRole('status').filter({ hasText: 'This date has passed' });
  await past.waitFor();
  await preview.getByRole('listitem').filter({ hasText: 'DatesEnds' }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await page.getByLabel('Starts').fill(day(-1));
  await page.getByLabel('Ends').fill(day(20));
  await past.waitFor({ state: 'hidden' });
  await preview.getByText(/Berlin time/).waitFor();
  expect(await violations(admin)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/campaigns\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  expect(admin.path).toMatch(/^\/campaigns\/[0-9a-f-]{36}$/);
});

it('opening the form and saving without changes keeps the dates [campaigns 11]', async () => {
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await step('Dates').click();
  expect(await page.getByLabel('Ends').inputValue()).toBe(day(20).replace(/(.+)-(.+)-(.+)/, '$2/$3/$1'));
  await page.getByText('No changes yet').waitFor();
  expect(await button('Save changes').isDisabled()).toBe(true);
  await button('Cancel').click();
});

it('generates codes, and activates the campaign for the maximum cost that was shown [spec 1.8, 2.16] [campaigns 10]', async () => {
  await button('Generate coupons').click();
  const order = page.getByRole('dialog', { name: 'Generate coupons' });
  await order.getByRole('textbox', { name: 'Number of coupons' }).fill('3');
  await order.getByRole('button', { name: 'Generate 3 coupons' }).dblclick();
  await order.waitFor({ state: 'hidden' });
  await expect.poll(() => page.locator('[data-row]').count()).toBe(3);

  await button('Add own codes').click();
  const add = page.getByRole('dialog', { name: `Add codes to ${name}` });
  const file = Buffer.from('PARTNER-SUMMER-01\npartner summer o1\nPARTNER-SUMMER-02\n');
  await add.getByLabel('Choose a file').setInputFiles({ name: 'codes.txt', mimeType: 'text/plain', buffer: file });
  await add.getByLabel('Heading row').getByText('No heading').waitFor();
  expect(await violations(admin, '[role=dialog]')).toEqual([]);
  await add.getByRole('button', { name: 'Check' }).click();
  await add.getByRole('button', { name: 'Refused rows' }).click();
  await add.getByText('Looks like the code in row 1: O is 0, I and L are 1').first().waitFor();
  await add.getByRole('button', { name: 'Back to the result' }).click();
  await add.getByRole('button', { name: 'Import 2 rows' }).click();
  await add.getByRole('heading', { name: 'Imported' }).waitFor();
  await add.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(() => page.locator('[data-row]').count()).toBe(5);
  await button('Activate').click();
  const ask = page.getByRole('dialog', { name: `Activate ${name}?` });
  await ask.getByText('€1,000', { exact: true }).waitFor();
  await ask.getByRole('button', { name: 'Activate' }).dblclick();
  await ask.waitFor({ state: 'hidden' });
  await page.getByText('Running').first().waitFor();
});
