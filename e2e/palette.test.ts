import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountData, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { activeOption, openPalette, paletteOf } from './harness/palette.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let visit: Visit;
let page: Page;
let some: AccountData;
let other: AccountData;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, url, 'admin', '/dashboard', AXE_NEEDS);
  page = visit.page;
  await page.getByRole('heading', { level: 1 }).waitFor();
  const found = await accounts(visit, { state: { in: ['ACTIVE'] } }, 10);
  [some, other] = found.filter(({ email, displayName }) => email && displayName) as [AccountData, AccountData];
});
afterAll(async () => {
  await browser?.close();
});

const palette = () => paletteOf(page);
const option = (name: string | RegExp) => palette().getByRole('option', { name });
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const active = () => activeOption(page);
const open = () => openPalette(page);

it('a number and Enter open the record, also before the answer arrives [palette 2]', async () => {
  await open();
  await page.keyboard.type(String(some.number));
  await page.keyboard.press('Enter');
  await expect.poll(() => visit.path).toBe(`/accounts/${some.id}`);
  await palette().waitFor({ state: 'hidden' });
  await title(some.displayName ?? '').waitFor();
});

it('an e-mail address finds its record, whose name says more than the address [palette 2]', async () => {
  await open();
  await page.keyboard.type(other.email ?? '');
  await option(other.displayName ?? '').waitFor();
  await palette().getByText('Matched by email').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => visit.path).toBe(`/accounts/${other.id}`);
});

it('actions of the open record, recent records and pages show at once', async () => {
  await title(other.displayName ?? '').waitFor();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
  await open();
  const group = (name: string) => palette().getByRole('group', { name });
  expect(await group('On this page').getByRole('option').first().textContent()).toContain('Suspend');
  // Without the open record.
  expect(await group('Recent').getByRole('option').first().textContent()).toContain(some.displayName);
  expect(await group('Pages').getByRole('option').count()).toBe(29);
  expect(await violations(visit)).toEqual([]);
  // In the middle, below the top bar.
  expect(await palette().boundingBox()).toMatchObject({ x: 400, y: 90, width: 640 });
  await page.keyboard.type('suspend');
  await expect.poll(active).toBe('Suspend');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /^Suspend/ }).waitFor();
  // Ctrl K does not open it above a dialog.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await palette().count()).toBe(0);
});

it('finds a pasted list in the chosen list [palette 2]', async () => {
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), `${some.number}\n999999999\n${other.email}`);
  await open();
  await page.keyboard.press('Control+v');
  await expect.poll(active).toBe('Find 3 pasted lines in Accounts');
  expect(await violations(visit)).toEqual([]);
  await page.keyboard.press('Enter');
  await palette().waitFor({ state: 'hidden' });
  for (const text of ['2 found', '1 by number', '1 by email', '1 unknown'])
    await page.getByText(text, { exact: true }).waitFor();
  await page
    .getByRole('grid')
    .getByRole('link', { name: some.displayName ?? '' })
    .waitFor();
});

it('finds the list of a chosen or dropped file, by the column of a key [palette 2]', async () => {
  const csv = `Name,Email\n${some.displayName?.replace(',', '')},${some.email}\nNo one,no.one@nowhere.example\n`;
  await open();
  const file = { name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await palette().locator('input[type=file]').setInputFiles(file);
  await option('Find 2 pasted lines in Accounts').click();
  for (const text of ['1 found', '1 by email', '1 unknown']) await page.getByText(text, { exact: true }).waitFor();
  await visit.go('/accounts');
  await page.getByRole('grid').getByRole('link').first().waitFor();
  const data = await page.evaluateHandle((content) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([content], 'list.csv', { type: 'text/csv' }));
    return dropped;
  }, `${other.number}\n${some.number}\n`);
  await page.getByRole('searchbox').dispatchEvent('drop', { dataTransfer: data });
  await page.getByText('2 by number', { exact: true }).waitFor();
});

it('logged no error on the console', () => {
  expect(visit.troubles).toEqual([]);
});
