import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
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

const TILES = [
  'Accounts',
  'Active, 7 days',
  'Online now',
  'Active stores',
  'Giveaways open',
  'Points issued and spent',
  'Online by store',
  'Notifications',
  'Running campaigns',
  'Needs attention',
  'Redemptions',
  'Giveaway entries',
  'Open giveaways',
];
const tile = (name: string, on = page) => on.getByRole('region', { name, exact: true });
const filter = (name: string, on = page) => on.getByRole('button', { name: new RegExp(`^${name} `) });

/** The leading number of a text: 225 for "225 new in 30 days". */
const numberIn = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')?.[0].replaceAll(',', '') ?? Number.NaN);

/** Waits until each tile has its answer. Retries a tile that timed out on a busy machine, like a person would. */
async function filled(on = page, names: readonly string[] = TILES): Promise<void> {
  for (const name of names) {
    await expect
      .poll(
        async () => {
          const retry = tile(name, on).getByRole('alert').getByRole('button', { name: 'Retry' });
          if (await retry.isVisible()) await retry.click();
          return tile(name, on).and(on.locator('[aria-busy="false"]:not(:has([role="alert"]))')).count();
        },
        { message: name },
      )
      .toBe(1);
  }
}

it('fills all tiles without a violation of the security policy, and names the time zone of the days [spec 1.10, 2.6]', async () => {
  await filled();
  expect(numberIn(await tile('Accounts').getByRole('link').first().textContent())).toBeGreaterThan(100);
  await tile('Points issued and spent').locator('.recharts-bar-rectangle').first().waitFor();
  await page.getByText('Days in UTC', { exact: true }).waitFor();
  expect(admin.path).toBe('/dashboard');
  expect(admin.troubles).toEqual([]);
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
          const link = tile(name).getByRole('link').nth(at);
          const figure = numberIn(await link.textContent());
          await link.click();
          const count = page.locator('[data-list-count] > b');
          await count.waitFor();
          const listed = await count.textContent();
          // An estimate is marked as one and need not match.
          return listed?.includes('≈') ? 'estimated' : `${figure} of ${numberIn(listed)}`;
        },
        { timeout: 120_000, interval: 5000, message: `${name} ${at}` },
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
  const link = tile('Open giveaways').getByRole('listitem').first().getByRole('link').nth(1);
  const figure = numberIn(await link.textContent());
  await link.click();
  const count = page.locator('[data-list-count] > b');
  await count.waitFor();
  return { figure, listed: numberIn(await count.textContent()) };
}

it('period, country and area are chosen by keyboard and stored in the URL; defaults are not [dashboard 2]', async () => {
  await admin.go('/dashboard');
  await filled(page, ['Accounts']);
  await filter('Period').press('Enter');
  const form = page.getByRole('form', { name: 'Period' });
  await form.getByRole('radio', { name: 'Last 30 days' }).press('ArrowUp');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => admin.path).toBe('/dashboard?period=7d');
  await expect.poll(() => filter('Period').evaluate((button) => button === document.activeElement)).toBe(true);
  await tile('Accounts').getByText('in 7 days').waitFor();
  await filter('Country').press('Enter');
  await page.getByRole('checkbox', { name: 'Portugal' }).press('Space');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => admin.path).toBe('/dashboard?period=7d&country=PT');
  await tile('Running campaigns').getByText('Not filtered by period and country').waitFor();
  await filter('Area').press('Enter');
  await page.getByRole('checkbox', { name: 'Lisboa' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Berlin' }).count()).toBe(0);
  await page.keyboard.press('Escape');
});

it('a reload and a colleague show the same; MARKETING sees neither money nor links to campaigns [dashboard 2]', async () => {
  const narrowed = numberIn(await tile('Accounts').getByRole('link').first().textContent());
  await page.reload();
  await filled(page, ['Accounts', 'Running campaigns']);
  await filter('Country').getByText('Portugal').waitFor();
  const visit = await visitAs(browser, url, 'marketing', admin.path, AXE_NEEDS);
  await filled(visit.page);
  await filter('Country', visit.page).getByText('Portugal').waitFor();
  for (const each of [page, visit.page])
    expect(numberIn(await tile('Accounts', each).getByRole('link').first().textContent())).toBe(narrowed);
  const campaigns = tile('Running campaigns', visit.page);
  expect(await campaigns.getByRole('link').count()).toBe(0);
  expect(await campaigns.textContent()).toMatch(/\d%/);
  expect(await visit.page.getByRole('main').textContent()).not.toMatch(/[€$£¥₺]/);
  expect(await tile('Running campaigns').textContent()).toMatch(/[€$£¥₺]/);
  await filter('Period', visit.page).press('Enter');
  await visit.page.getByRole('radio', { name: 'Custom range' }).check();
  expect(await violations(visit)).toEqual([]);
  await visit.close();
});

it('a chart has its figures as a table, which adds up to the total, and works by keyboard [dashboard 5]', async () => {
  await admin.go('/dashboard');
  await filled(page, ['Points issued and spent']);
  const points = tile('Points issued and spent');
  await points.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await points.locator('.recharts-tooltip-wrapper').getByText('Issued').waitFor();
  await points.getByRole('button', { name: 'Points issued and spent as a table' }).press('Enter');
  // The tile shows the figures of the last test's period until those of the default one arrive.
  await expect.poll(() => points.getByRole('row').count()).toBe(31);
  const issued = await points.locator('tbody td:nth-child(2)').allTextContents();
  const total = await points.getByRole('listitem').filter({ hasText: 'Issued' }).locator('b').textContent();
  expect(issued.reduce((sum, text) => sum + numberIn(text), 0)).toBe(numberIn(total));
});
