import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertApproval, removeApproval } from './harness/approvals.ts';
import { launchBrowser } from './harness/browser.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const WIDTHS = [1024, 1280, 1440, 1920];
/** From here on default columns fit without scrolling sideways. */
const UNSCROLLED_FROM = 1280;
const CUT_SHARE_MAX = 0.05;
/** Cells that a list of few rows may cut. */
const CUT_CELLS = 2;
const COLUMNS_MAX = 9;

const LISTS = [
  ...['approvals', 'accounts', 'stores', 'notifications', 'giveaways', 'campaigns'].map((list) => `/${list}`),
  ...['areas', 'countries', 'topics', 'topic-categories', 'badges', 'badge-categories', 'config'].map(inAdmin),
  ...['streamers', 'people', 'apps', 'machine-clients', 'releases', 'audit', 'jobs'].map(inAdmin),
];

function inAdmin(list: string): string {
  return `/admin/${list}`;
}

let browser: Browser;
let visit: Visit;
let approval = '';

beforeAll(async () => {
  browser = await launchBrowser();
  approval = await insertApproval(productFolder() ?? '');
  visit = await visitAs(browser, productUrl(), 'admin', '/accounts');
});
afterAll(async () => {
  await visit?.close();
  await removeApproval(productFolder() ?? '', approval);
  await browser?.close();
});

/** Columns, scrolling and cut cells of the rows in view. */
function look() {
  return visit.page.evaluate(() => {
    const cells = [...document.querySelectorAll<HTMLElement>('[data-row] [data-place]')];
    const cutPart = (cell: HTMLElement) =>
      [cell, ...cell.querySelectorAll<HTMLElement>('*')].find(
        (part) =>
          part.clientWidth > 1 &&
          part.scrollWidth > part.clientWidth &&
          getComputedStyle(part).overflowX !== 'visible' &&
          part.textContent?.trim() !== '',
      );
    const grid = document.querySelector('[role="grid"]');
    return {
      cells: cells.length,
      columns: document.querySelectorAll('[role="columnheader"]').length,
      isScrolled: grid !== null && grid.scrollWidth > grid.clientWidth,
      cut: cells.flatMap((cell) => (cutPart(cell) ? [cell.dataset['place'] ?? ''] : [])),
    };
  });
}

/** Places whose text no hint shows on focus. */
async function unreadable(places: readonly string[]): Promise<readonly string[]> {
  const { page } = visit;
  const hint = page.getByRole('tooltip');
  const silent: string[] = [];
  for (const place of places) {
    await page.locator(`[data-place="${place}"][data-cell], [data-place="${place}"] [data-cell]`).focus();
    if (((await hint.textContent({ timeout: 1_000 }).catch(() => '')) ?? '') === '') silent.push(place);
  }
  return silent;
}

describe.each(LISTS)('the list %s', (path) => {
  it('shows its default columns in full, or their text in a hint', async () => {
    const { page } = visit;
    await page.setViewportSize({ width: 1440, height: 900 });
    await visit.go(path);
    await page.locator('[data-row="0"] [data-cell]').first().waitFor();
    await visit.settled();
    await page.keyboard.press('Tab');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const { cells, columns, cut, isScrolled } = await look();
      expect(columns).toBeLessThanOrEqual(COLUMNS_MAX + 2);
      expect(cut.length, `cut at ${width} px: ${cut}`).toBeLessThanOrEqual(Math.max(CUT_CELLS, cells * CUT_SHARE_MAX));
      if (width >= UNSCROLLED_FROM) expect(isScrolled, `scrolls at ${width} px`).toBe(false);
      expect(await unreadable(cut)).toEqual([]);
    }
    // Rows of a phone cut their texts, so that the state at their end stays in view.
    await page.setViewportSize({ width: 375, height: 900 });
    await visit.settled();
    expect((await look()).isScrolled, 'scrolls on a phone').toBe(false);
  });
});

it('a cut cell shows its text on hover', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 1024, height: 900 });
  await visit.go('/admin/machine-clients');
  await page.locator('[data-row="0"] a').first().waitFor();
  await visit.settled();
  const { cut } = await look();
  await page.mouse.move(0, 0);
  await page.locator(`[data-place="${cut[0]}"]`).hover();
  await page.getByRole('tooltip').waitFor();
});
