import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstStore } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { figure, fillAdjustment, issuedTo, walletOf } from './harness/points.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let store: string;

beforeAll(async () => {
  browser = await launchBrowser();
  // A test drops a response on purpose, which the browser logs.
  admin = await visitAs(browser, url, 'admin', '/stores', { expected: [/Failed to load resource/] });
  store = await firstStore(admin);
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const wallet = () => walletOf(admin, store);
const fill = (fields: Parameters<typeof fillAdjustment>[1]) => fillAdjustment(admin, fields);
const dialog = () => admin.page.getByRole('dialog');
const issued = () => issuedTo(admin, store);

it('an adjustment without an answer is sent again after a reload, and made once [points 8]', async () => {
  const { page } = admin;
  const before = await wallet();
  await page.goto(`/stores/${store}`);
  await page.getByRole('button', { name: 'Adjust points' }).click();
  await fill({ points: before.balance + 1, reason: 'Counted again' });
  await dialog().getByText('Deduct points').first().click();
  await dialog().getByRole('button', { name: 'Deduct points' }).click();
  await dialog()
    .getByText(`Only ${figure(before.balance)} available`)
    .waitFor();
  await dialog().getByText('Add points').first().click();
  await fill({ points: 60_000 });
  await dialog().getByRole('button', { name: 'Add points' }).click();
  await dialog().getByText('Doesn’t match 60,000').waitFor();
  await fill({ again: 60_000 });

  let isLost = false;
  await page.route('**/graphql', async (route) => {
    const isAdjustment = (route.request().postData() ?? '').includes('AdjustPoints');
    if (!isAdjustment || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await dialog().getByRole('button', { name: 'Add points' }).click();
  await dialog()
    .getByText(/^No response, so the points may have moved/)
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Adjust points' }).click();
  await dialog()
    .getByText(/^This adjustment got no response/)
    .waitFor();
  await fill({ again: 60_000 });
  await dialog().getByRole('button', { name: 'Add points' }).click();
  await dialog().waitFor({ state: 'hidden' });
  expect(await wallet()).toEqual({ balance: before.balance + 60_000, entries: before.entries + 1 });
  await page.unroute('**/graphql');
});

it('the chart works by keyboard, a saved view applies to every store, and the tab is exported as shown', async () => {
  const { page } = admin;
  await admin.go(`/stores/${store}?tab=points&code=ISSUE`);
  const { entries } = await wallet();
  await page.getByRole('tab', { name: `Points ${figure(entries)}` }).waitFor();
  const chart = page.getByRole('region', { name: 'Balance over time' });
  await chart.getByRole('button', { name: 'Balance over time as a table' }).waitFor();
  const told = chart.getByText('Balance after', { exact: true });
  await expect.poll(() => chart.getByRole('application').count()).toBe(1);
  await chart.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await told.waitFor();
  const first = await chart.getByRole('status').textContent();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => chart.getByRole('status').textContent()).not.toBe(first);

  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('button', { name: 'New view' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByLabel('Name')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await page.keyboard.type('Given to stores');
  await page.keyboard.press('Enter');
  await views.getByRole('link', { name: 'Given to stores' }).waitFor();
  expect(await views.getByRole('link', { name: 'Given to stores' }).getAttribute('href')).toMatch(
    /^\?tab=points&view=/,
  );
  await admin.go('/stores');
  await page.getByRole('grid', { name: 'Stores' }).getByRole('link').nth(2).click();
  await views.getByRole('link', { name: 'Given to stores' }).click();
  await page.waitForURL(/code=ISSUE/);
  expect(admin.path).not.toContain(store);

  await page.goto(`/stores/${store}?tab=points&code=ISSUE`);
  const shown = page.getByRole('grid', { name: 'Points entries' }).getByText('Issued', { exact: true });
  await shown.first().waitFor();
  await page.getByRole('button', { name: 'Export…' }).click();
  await dialog().getByRole('radio', { name: 'CSV' }).check();
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /^Jobs/ }).click();
  const link = page.getByRole('button', { name: /Download: Export points entries as CSV/i }).first();
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  await page.keyboard.press('Escape');
  // Only entries of this store, of the kind shown.
  expect(lines.length - 1).toBe(await issued());
  expect(lines.slice(1).every((line) => line.includes('ISSUE'))).toBe(true);
  expect(admin.troubles).toEqual([]);
});

it('entries are filtered by amount, the chart has a table, and MARKETING can see everything and change nothing [points 8]', async () => {
  const visit = await visitAs(browser, url, 'marketing', `/stores/${store}?amount=60000..`, AXE_NEEDS);
  const { page } = visit;
  await page.getByText('at least 60,000').waitFor();
  await page.getByRole('grid', { name: 'Points entries' }).getByText('+60,000').first().waitFor();
  await page.getByRole('button', { name: 'Balance over time as a table' }).click();
  await page.getByRole('columnheader', { name: 'Day' }).waitFor();
  await page.getByText('90 d', { exact: true }).click();
  await page.waitForURL(/recorded=90d/);
  for (const name of ['Adjust points', 'Verify now'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0);
  await page.getByRole('button', { name: 'Explain this balance' }).click();
  await page.getByText('Adds up to the balance').waitFor();
  expect(await violations(visit)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('grid', { name: 'Points entries' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByText('SHA-256').waitFor();
  expect(await page.getByRole('button', { name: 'Reverse' }).count()).toBe(0);
  expect(await violations(visit)).toEqual([]);
  await visit.close();
});
