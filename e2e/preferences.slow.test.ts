import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose, pressItem } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitAs(browser, url, 'marketing', '/accounts', AXE_NEEDS);
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Preferences' });
const row = (page: Page) => page.getByRole('grid').getByRole('row').nth(1);

async function openPreferences(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Menu of/ }).press('Enter');
  await pressItem(page, 'Preferences');
  await dialog(page).waitFor();
}

async function save(page: Page, choices: Readonly<Record<string, string | RegExp>>): Promise<void> {
  for (const [label, option] of Object.entries(choices)) {
    await choose(dialog(page).getByLabel(label), option);
  }
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
}

describe('preferences', () => {
  it('change times, numbers and row height at once, without a reload; Escape changes nothing', async () => {
    const { page } = visit;
    await row(page).waitFor();
    const heightBefore = (await row(page).boundingBox())?.height ?? 0;
    await openPreferences(page);
    expect(await violations(visit)).toEqual([]);
    await choose(dialog(page).getByLabel('Time zone'), /^Tokyo —/);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.getByText('Asia/Tokyo').count()).toBe(0);

    await openPreferences(page);
    expect(await dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await save(page, {
      'Time zone': /^Tokyo —/,
      'Regional format': 'Switzerland',
      'First day of week': 'Sunday',
      'Start page': 'Stores',
      'Row height': 'Compact',
    });
    await page.getByText('Asia/Tokyo').first().waitFor();
    await page.getByText(/counted \d\d:\d\d$/).waitFor();
    await expect.poll(async () => (await row(page).boundingBox())?.height).toBe(32);
    expect(heightBefore).toBe(36);
  });

  it('apply in another browser, which opens with the chosen start page; the index page stays accessible', async () => {
    const elsewhere = await visitAs(browser, url, 'marketing', '/');
    const { page } = elsewhere;
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor();
    await page.getByText('Asia/Tokyo').first().waitFor();
    await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Backcounter' }).click();
    await expect.poll(() => elsewhere.path).toBe('/');
    await page.getByRole('heading', { level: 1, name: 'Stores' }).waitFor({ state: 'detached' });

    await openPreferences(page);
    await save(page, {
      'Time zone': /^Same as device/,
      'Regional format': 'Same as language',
      'First day of week': 'Same as region',
      'Start page': 'Start',
      'Row height': 'Normal',
    });
    expect(elsewhere.troubles).toEqual([]);
    await elsewhere.close();
    expect(visit.troubles).toEqual([]);
  });
});
