import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstStore } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { figure, fillAdjustment, walletOf } from './harness/points.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let store: string;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/stores');
  store = await firstStore(admin);
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const wallet = () => walletOf(admin, store);
const fill = (fields: Parameters<typeof fillAdjustment>[1]) => fillAdjustment(admin, fields);
const dialog = () => admin.page.getByRole('dialog');
const balance = () => admin.page.getByRole('region', { name: 'Balance', exact: true });
const firstRow = () => admin.page.getByRole('grid', { name: 'Points entries' }).locator('[data-row="0"]');

it('points are issued manually once, shown, explained, verified and reversed [spec 1.5, 2.10] [points 8]', async () => {
  const { page } = admin;
  const before = await wallet();
  await page.goto(`/stores/${store}`);
  await page.getByRole('tab', { name: 'Points', selected: true }).waitFor();
  await balance().getByText(figure(before.balance), { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Adjust points' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByLabel('Points', { exact: true })
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.press('Control+Enter');
  await dialog().getByText('Required').first().waitFor();
  await fill({ points: 120, reason: 'Till was <b>offline</b>' });
  await dialog()
    .getByText(`Balance ${figure(before.balance)} → ${figure(before.balance + 120)}`)
    .waitFor();
  await dialog().getByRole('button', { name: 'Add points' }).dblclick();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByText('Action Completed Successfully!').first().waitFor();
  await balance()
    .getByText(figure(before.balance + 120), { exact: true })
    .waitFor();
  await firstRow().getByText('Till was <b>offline</b>').waitFor();
  expect(await firstRow().textContent()).toContain('+120');
  expect(await wallet()).toEqual({ balance: before.balance + 120, entries: before.entries + 1 });

  await page.getByRole('button', { name: 'Explain this balance' }).click();
  await dialog().getByText('Adds up to the balance').waitFor();
  await dialog()
    .getByRole('row', { name: `Balance after ${figure(before.balance + 120)}` })
    .waitFor();
  await dialog()
    .getByRole('link', { name: /^Manual credit/ })
    .first()
    .click();
  await dialog().waitFor({ state: 'hidden' });
  await page.getByText('Manual credit', { exact: true }).first().waitFor();
  expect(admin.path).toMatch(/code=MANUAL_CREDIT&recorded=\d/);

  await balance().getByRole('button', { name: 'Verify now' }).click();
  await balance().getByText('Ledger proven').waitFor();
  await balance()
    .getByText(`${figure(before.entries + 1)} entries, sum matches, chain intact`)
    .waitFor();

  await page.goto(`/stores/${store}`);
  await firstRow().getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await dialog()
    .getByText(`Entry ${before.entries + 1}`)
    .waitFor();
  await dialog().getByRole('button', { name: 'Reverse' }).click();
  const question = page.getByRole('dialog', { name: `Reverse entry ${before.entries + 1}?` });
  await question.getByLabel('Reason').fill('Was online after all');
  await question.getByRole('button', { name: 'Reverse' }).click();
  await question.waitFor({ state: 'hidden' });
  await dialog().getByText('This entry is already reversed.').waitFor();
  await dialog().getByRole('button', { name: 'Show reversal' }).click();
  await dialog()
    .getByText(`Entry ${before.entries + 2}`)
    .waitFor();
  await dialog().getByText('A reversal can’t be reversed.').waitFor();
  await dialog().getByRole('button', { name: 'Show reversed entry' }).click();
  await dialog()
    .getByText(`Entry ${before.entries + 1}`)
    .waitFor();
  await page.keyboard.press('Escape');
  expect(await wallet()).toEqual({ balance: before.balance, entries: before.entries + 2 });
  expect(admin.troubles).toEqual([]);
});
