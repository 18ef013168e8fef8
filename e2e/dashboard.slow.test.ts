import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { filled, numberIn, tile } from './harness/dashboard.ts';
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

it('each figure links to a list with the same count [spec 2.6] [dashboard 1]', async () => {
  /** Tile -> index of its link. */
  const figures: readonly (readonly [tile: string, link: number])[] = [
    ['Accounts', 0],
    ['Accounts', 1],
    ['Active stores', 0],
    ['Active stores', 1],
    ['Giveaways open', 0],
    ['Notifications', 0],
    ['Running campaigns', 0],
  ];
  for (const [name, at] of figures) {
    // Records of the last minute may be in the list before they are in the figure.
    await expect
      .poll(
        async () => {
          await admin.go('/dashboard');
          await filled(page, [name]);
          const link = tile(page, name).getByRole('link').nth(at);
          const figure = numberIn(await link.textContent());
          await link.click();
          const count = page.locator('[data-list-count] > b');
          await count.waitFor();
          const listed = await count.textContent();
          // An estimate is marked as one and need not match.
          return listed?.includes('≈') ? 'estimated' : `${figure} of ${numberIn(listed)}`;
        },
        { timeout: 60_000, interval: 5000, message: `${name} ${at}` },
      )
      .toMatch(/^(\d+) of \1$/);
  }
  const { figure, listed } = await openGiveawayRow();
  expect(listed).toBe(figure);
});

/** Entries of the giveaway that closes first, in its tile and in its list. */
async function openGiveawayRow() {
  await admin.go('/dashboard');
  await filled(page, ['Open giveaways']);
  const link = tile(page, 'Open giveaways').getByRole('listitem').first().getByRole('link').nth(1);
  const figure = numberIn(await link.textContent());
  await link.click();
  const count = page.locator('[data-list-count] > b');
  await count.waitFor();
  return { figure, listed: numberIn(await count.textContent()) };
}

it('a chart has its figures as a table, which adds up to the total, and works by keyboard [dashboard 5]', async () => {
  await admin.go('/dashboard');
  await filled(page, ['Points issued and spent']);
  const points = tile(page, 'Points issued and spent');
  await points.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await points.getByRole('status').getByText('Issued').waitFor();
  await points.getByRole('button', { name: 'Points issued and spent as a table' }).press('Enter');
  // The tile shows the figures of the last test's period until those of the default one arrive.
  await expect.poll(() => points.getByRole('row').count()).toBe(31);
  const issued = await points.locator('tbody td:nth-child(2)').allTextContents();
  const total = await points.getByRole('listitem').filter({ hasText: 'Issued' }).locator('b').textContent();
  expect(issued.reduce((sum, text) => sum + numberIn(text), 0)).toBe(numberIn(total));
});
