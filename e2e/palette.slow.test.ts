import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, accounts } from './harness/api.ts';
import { AXE_NEEDS, colourViolations, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { activeOption, fieldOf, openPalette, paletteOf } from './harness/palette.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
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
  for (const { id, displayName } of [some, other]) {
    await visit.go(`/accounts/${id}`);
    await page.getByRole('heading', { level: 1, name: displayName ?? '' }).waitFor();
  }
  await visit.settled();
});
afterAll(async () => {
  await browser?.close();
});

const palette = () => paletteOf(page);
const field = () => fieldOf(page);
const options = () => palette().getByRole('option');
const option = (name: string | RegExp) => palette().getByRole('option', { name });
const active = () => activeOption(page);
const open = () => openPalette(page);

describe('by keyboard alone', () => {
  it('arrows, Home and End move; Escape closes and returns the focus, and so does Ctrl K', async () => {
    await page.getByRole('button', { name: 'Edit account' }).focus();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (const close of ['Escape', 'Control+k']) {
      await open();
      await page.keyboard.type('badge');
      await expect.poll(active).toBe('Badges');
      await page.keyboard.press('ArrowDown');
      expect(await active()).toBe('Badge categories');
      await page.keyboard.press('Home');
      expect(await active()).toBe('Badges');
      const last = await options().last().locator('bdi').first().textContent();
      await page.keyboard.press('End');
      expect(await active()).toBe(last);
      await page.keyboard.press('ArrowDown');
      expect(await active()).toBe('Badges');
      await page.keyboard.press(close);
      await palette().waitFor({ state: 'hidden' });
      await expect.poll(focused).toBe('Edit account');
    }
  });

  it('Ctrl Enter opens a new tab and leaves this one', async () => {
    await open();
    await page.keyboard.type('stores');
    await expect.poll(active).toBe('Stores');
    const [opened] = await Promise.all([visit.context.waitForEvent('page'), page.keyboard.press('Control+Enter')]);
    await opened.waitForURL(/\/stores$/);
    await opened.close();
    expect(visit.path).toBe(`/accounts/${other.id}`);
  });

  it('a colour scheme and a language are chosen', async () => {
    const mode = () => page.evaluate(() => document.documentElement.dataset['mantineColorScheme']);
    for (const [typed, expected] of [
      ['dark', 'dark'],
      ['light', 'light'],
    ] as const) {
      await open();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect.poll(mode).toBe(expected);
    }
    await open();
    await page.keyboard.type('deutsch');
    // The languages may still be on their way.
    await expect.poll(active).toBe('Deutsch');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Seiten, Datensätze und Aktionen suchen' }).fill('english');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('en-US');
  });
});

it('recent records are the same in another browser of the person', async () => {
  const elsewhere = await visitAs(browser, url, 'admin', '/dashboard');
  await elsewhere.page.getByRole('heading', { level: 1 }).waitFor();
  await elsewhere.page.keyboard.press('Control+k');
  const recent = paletteOf(elsewhere.page).getByRole('group', { name: 'Recent' }).getByRole('option');
  await recent
    .filter({ hasText: other.displayName ?? '' })
    .first()
    .waitFor();
  await recent
    .filter({ hasText: some.displayName ?? '' })
    .first()
    .click();
  await expect.poll(() => elsewhere.path).toBe(`/accounts/${some.id}`);
  await elsewhere.close();
});

describe('the search on the server', () => {
  it('reference data is found by code and by name, opens beside its list, and is among the recent records [palette 3]', async () => {
    await open();
    await field().fill('DE-BY');
    await option(/Bavaria|Bayern/)
      .first()
      .waitFor();
    await field().fill('germany');
    await option(/^Germany/).click();
    await expect.poll(() => visit.path).toBe('/admin/countries?edit=DE');
    await page.getByRole('dialog', { name: /Germany/ }).press('Escape');
    await open();
    await option(/^Germany/).waitFor();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
  });
});

it('the navigation shows its keys', async () => {
  await page.getByRole('link', { name: 'Stores' }).hover();
  await expect.poll(() => page.getByRole('tooltip').textContent()).toBe('g s');
});

describe('elsewhere', () => {
  it('fills a phone, opened above the navigation, in light and dark mode, without axe findings', async () => {
    const phone = await visitAs(browser, url, 'admin', '/accounts', { ...PHONE, ...AXE_NEEDS });
    await phone.page.getByRole('button', { name: 'Open navigation' }).click();
    await phone.page.getByRole('button', { name: 'Search or jump to' }).click();
    await fieldOf(phone.page).fill(some.displayName?.slice(0, 4) ?? '');
    await paletteOf(phone.page)
      .getByRole('option', { name: some.displayName ?? '' })
      .first()
      .waitFor();
    const box = await paletteOf(phone.page).boundingBox();
    expect(box).toEqual({ x: 0, y: 0, ...PHONE.viewport });
    expect(await violations(phone)).toEqual([]);
    await phone.setColours('dark');
    expect(await colourViolations(phone)).toEqual([]);
    await paletteOf(phone.page).getByRole('button', { name: 'Close' }).click();
    await paletteOf(phone.page).waitFor({ state: 'hidden' });
    const back = () => phone.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(back).toBe('Open navigation');
    await phone.close();
  });

  it('has no axe findings right to left, in dark mode on a desktop', async () => {
    await page.evaluate(() => {
      localStorage.setItem('sdk-locale', 'ar-EG');
      localStorage.setItem('color-mode', 'dark');
    });
    await page.goto('/accounts');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('ال');
    await page.getByRole('option').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
    expect(await violations(visit)).toEqual([]);
  });

  it('logged no error on the console', () => {
    expect(visit.troubles).toEqual([]);
  });
});
