import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose, pressItem } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { barOf, boxOf, jobsOf } from './harness/selection.ts';
import { type Visit, type VisitOptions, visitAs } from './harness/visit.ts';

const url = productUrl();
const PHONE = { viewport: { width: 375, height: 760 }, isMobile: true, hasTouch: true };
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
afterEach(async () => {
  const { troubles } = visit;
  await visit.close();
  expect(troubles).toEqual([]);
});

const open = async (path: string, options: VisitOptions = {}) => {
  visit = await visitAs(browser, url, 'admin', path, { ...AXE_NEEDS, ...options });
  await visit.page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
};
const box = (row: number) => boxOf(visit.page, row);
const bar = () => barOf(visit.page);
const says = (text: string) => bar().getByText(text, { exact: true }).waitFor();
const dialog = () => visit.page.getByRole('dialog');
const focused = () => visit.page.evaluate(() => document.activeElement?.textContent ?? '');
const jobs = () => jobsOf(visit);

it('sets a field by keyboard, which the history shows [bulk 5]', async () => {
  await open('/accounts?state=ACTIVE');
  const { page } = visit;
  await box(0).click();
  await box(1).click();
  await bar().getByRole('button', { name: 'More' }).focus();
  await page.keyboard.press('Enter');
  await pressItem(page, 'Edit field…');
  const apply = dialog().getByRole('button', { name: 'Apply' });
  await expect.poll(focused).toBe('Cancel');
  await choose(dialog().getByLabel('Field'), 'Time zone');
  expect(await apply.isDisabled()).toBe(true);
  await choose(dialog().getByLabel('Time zone'), /^Troll —/);
  await dialog().getByText('2 will change').waitFor();
  expect(await violations(visit, '[role=dialog]')).toEqual([]);
  // Another field starts empty.
  await choose(dialog().getByLabel('Field'), 'Language');
  expect(await apply.isDisabled()).toBe(true);
  await choose(dialog().getByLabel('Language'), 'ne-NP');
  await dialog().getByText('2 will change').waitFor();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Moved together');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => bar().count()).toBe(0);
  await expect
    .poll(async () => (await jobs())[0])
    .toMatchObject({ state: 'SUCCEEDED', outcomes: [{ outcome: 'DONE', reason: null, count: 2 }] });
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByText('Moved together').first().waitFor();
  await page.getByText('ne-NP').first().waitFor();
});

it('selects on a phone by avatar, also right to left [ux 40] [bulk 4]', async () => {
  await open('/accounts', PHONE);
  await box(1).tap();
  await says('1 selected');
  expect(visit.path).toBe('/accounts');
  expect(await violations(visit)).toEqual([]);
  await visit.page.evaluate(() => localStorage.setItem('sdk-locale', 'ar-EG'));
  await visit.page.reload();
  await box(1).waitFor();
  await box(1).tap();
  await visit.page.getByRole('region', { name: 'الصفوف المحددة' }).getByText('تم تحديد ١').waitFor();
  const { width } = (await visit.page.getByRole('region', { name: 'الصفوف المحددة' }).boundingBox()) ?? { width: 0 };
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThanOrEqual(375);
  expect(await violations(visit)).toEqual([]);
});
