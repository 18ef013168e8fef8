import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { NAVIGATION } from './harness/people.ts';
import { plainPng } from './harness/png.ts';
import { productUrl } from './harness/product-url.ts';
import { changedCategory, isFocused, partsOf } from './harness/reference-data.ts';
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
  await changedCategory(admin, code, weekly);
  await page.goto('/admin/badge-categories');
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const { drawer, row, dialog, button, field, closed, openRow } = partsOf(() => page);
const code = `e2e-${Date.now().toString(36)}`;
const weekly = `Weekly ${code}`;

describe('a plain entity', () => {
  it('opened by URL or Back, it returns the focus to its row; a new one, to the title of the page [ux 18]', async () => {
    await openRow(weekly);
    await page.reload();
    await drawer().getByRole('tab', { name: 'History' }).waitFor();
    await row(weekly).waitFor();
    await page.keyboard.press('Escape');
    await closed();
    await isFocused(row(weekly).getByRole('link'));
    await page.goto('/admin/badge-categories?new');
    await isFocused(field('Code'));
    await page.keyboard.press('Escape');
    await closed();
    await isFocused(page.getByRole('heading', { level: 1 }));
  });

  it('shows its history in a tab with a URL, and Back returns from it', async () => {
    await openRow(weekly);
    await drawer().getByRole('tab', { name: 'History' }).press('Enter');
    await drawer().getByText('Helden der Woche').first().waitFor();
    await page.reload();
    await drawer().getByText('Helden der Woche').first().waitFor();
    expect(await drawer().getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true');
    await page.goBack();
    await field('Name: English').waitFor();
    await page.keyboard.press('Escape');
    await closed();
    await isFocused(row(weekly).getByRole('link'));
  });

  it('is reordered by keyboard and by drag, and the focus follows [spec 2.17]', async () => {
    await button('Change order', page).click();
    const items = drawer().getByRole('listitem');
    const names = () => drawer().locator('li bdi').allTextContents();
    await items.filter({ hasText: weekly }).waitFor();
    const start = await names();
    const last = start.indexOf(weekly);
    const handle = button(`Move ${weekly}`);
    await handle.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Escape');
    expect(await names()).toEqual(start);
    await isFocused(handle);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await isFocused(handle);
    await expect.poll(async () => (await names()).indexOf(weekly)).toBe(last - 2);
    await items.filter({ hasText: weekly }).dragTo(items.first());
    await expect.poll(async () => (await names())[0]).toBe(weekly);
    await admin.settled();
    await page.reload();
    await expect.poll(names).toEqual([weekly, ...start.filter((name) => name !== weekly)]);
    await page.keyboard.press('Escape');
    await closed();
  });
});

describe('a badge', () => {
  it('needs a picture before it can be awarded, and is retired permanently [reference 6]', async () => {
    await admin.go('/admin/badges?new');
    await choose(drawer().getByLabel('Category'), 'Luck');
    await field('Code').fill(code);
    for (const label of ['Name', 'Description', 'Criteria']) await field(`${label}: English`).fill(`Star ${code}`);
    await choose(drawer().getByLabel('Awarded', { exact: true }), 'When a customer redeemed');
    await button('Create').click();
    await drawer().getByText('Required', { exact: true }).waitFor();
    await field('Threshold').fill('5');
    await button('Create').click();
    await closed();
    await admin.go(`/admin/badges?q=${code}`);
    await openRow(code);
    expect(await button('Activate').isDisabled()).toBe(true);
    await button('Upload').click();
    const choice = dialog(`Picture of Star ${code}`);
    const input = choice.locator('input[type=file]');
    const picture = { name: 'star.png', mimeType: 'image/png' };
    await input.setInputFiles({ ...picture, buffer: Buffer.from('no picture') });
    await choice.getByRole('alert').getByText('This picture is damaged').waitFor();
    await input.setInputFiles({ ...picture, buffer: plainPng(128, 128, [20, 120, 140]) });
    await button('Use picture', choice).click();
    await drawer()
      .getByRole('img', { name: `Star ${code}` })
      .waitFor();
    await choice.waitFor({ state: 'hidden' });
    await button('Activate').click();
    await button('Activate', dialog(`Activate Star ${code}?`)).click();
    await button('Retire').click();
    await button('Retire', dialog(`Retire Star ${code}?`)).click();
    await button('Retire').waitFor({ state: 'hidden' });
    expect(await field('Name: English').isEditable()).toBe(false);
  });
});

const PLACES = ['areas', 'countries', 'topics', 'topic-categories', 'badges', 'badge-categories', 'config'];
const BESIDE = ['badges?new', 'topics?arrange', 'config?edit=push.cap_per_day', 'countries?edit=NO&tab=history'];

describe('the pages of reference data', () => {
  /** Opens a page like a link of the console, without a reload; returns what axe finds in its own part. */
  const findings = async (path: string) => {
    await admin.go(`/admin/${path}`);
    const isBeside = path.includes('?');
    await page
      .locator(isBeside ? '.mantine-Drawer-content :is([role=tab], input, li)' : '.bc-cell-name')
      .first()
      .waitFor();
    // Axe reports what a toast covers, for example that of a finished job.
    await expect.poll(() => page.locator('.bc-toast').count()).toBe(0);
    return (await violations(admin, isBeside ? '.mantine-Drawer-content' : 'main')).map((found) => `${path}: ${found}`);
  };

  it('axe finds nothing in light on a desktop, in dark on a phone, or right to left [spec 2.17]', async () => {
    const found: string[] = [];
    for (const path of PLACES) {
      const name = NAVIGATION.find((screen) => screen.path === `/admin/${path}`)?.title ?? '';
      await admin.go(`/admin/${path}`);
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      found.push(...(await findings(path)));
    }
    for (const path of BESIDE) found.push(...(await findings(path)));
    await admin.setColours('dark');
    await page.setViewportSize({ width: 375, height: 740 });
    for (const path of ['badges', 'badges?new', 'topics?arrange']) found.push(...(await findings(path)));
    await admin.setColours('light');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.evaluate(() => localStorage.setItem('sdk-locale', 'ar-EG'));
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
    for (const path of ['topics', 'config?edit=push.cap_per_day']) found.push(...(await findings(path)));
    expect(found).toEqual([]);
    expect(admin.troubles).toEqual([]);
  });
});
