import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

const grid = () => visit.page.getByRole('grid', { name: 'Accounts' });
const rowLinks = () => accountLinks(visit.page);
const firstName = () => rowLinks().first().textContent();
const search = () => visit.page.getByRole('searchbox');

async function loaded(): Promise<void> {
  await rowLinks().first().waitFor();
}

/** Opens the unfiltered list and waits until its rows have replaced the previous ones. */
async function showAll(): Promise<void> {
  await visit.go('/accounts');
  await visit.settled();
  await loaded();
}

describe('as ADMIN', () => {
  beforeAll(async () => {
    visit = await visitAs(browser, url, 'admin', '/accounts');
  });
  afterAll(() => visit?.close());
  beforeEach(showAll);
  afterEach(() => expect(visit.takeTroubles()).toEqual([]));

  it('finds an account by its number, which the URL contains, and by a misspelt name, which is marked [spec 1.4, 2.7]', async () => {
    const suspended = await accounts(visit, { state: { in: ['SUSPENDED'] } }, 50);
    const wanted = suspended.find(({ displayName }) => /^[A-Z][a-z]{4,} [A-Z][a-z]{4,}$/.test(displayName ?? ''));
    await search().fill(String(wanted?.number));
    await expect.poll(() => rowLinks().count()).toBe(1);
    expect(await rowLinks().first().getAttribute('href')).toBe(`/accounts/${wanted?.id}`);
    expect(visit.path).toBe(`/accounts?q=${wanted?.number}`);
    await visit.page.getByText('Matched by number').waitFor();
    await search().fill(wanted?.displayName?.replace(/(.)(.)$/, '$2$1') ?? '');
    const marks = visit.page.locator(`a[href="/accounts/${wanted?.id}"] mark`);
    await expect.poll(async () => (await marks.allTextContents()).join(' ')).toBe(wanted?.displayName);
  });

  it('shows the accounts of a pasted list, which only its owner can open [spec 2.7]', async () => {
    const [first, second] = await accounts(visit, {}, 2);
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const lines = [first?.number, second?.id, '999999999', first?.number].join('\n');
    await visit.page.evaluate((text) => navigator.clipboard.writeText(text), lines);
    await search().focus();
    await visit.page.keyboard.press('Control+v');
    await expect.poll(() => rowLinks().count()).toBe(2);
    for (const text of ['2 found', '1 unknown', '1 twice']) await visit.page.getByText(text, { exact: true }).waitFor();
    await visit.page.getByRole('button', { name: 'Show the 2' }).click();
    await visit.page.getByText('999999999').waitFor();
    const other = await visitAs(browser, url, 'marketing', visit.path);
    await other.page.getByText(/This pasted list is private/).waitFor();
    expect(await accountLinks(other.page).count()).toBe(0);
    await other.close();
  });

  it('copies a number by click or key, from a button that shows on hover and focus, and confirms it [ux 14]', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => visit.page.evaluate(() => navigator.clipboard.readText());
    const cell = (row: number) =>
      grid()
        .locator(`[data-row="${row}"] [role=gridcell]`)
        .filter({ hasText: /^\d{6}/ });
    const copy = (row: number) => cell(row).getByRole('button', { name: /^Copy \d+$/ });
    const opacity = (row: number) => copy(row).evaluate((button) => getComputedStyle(button).opacity);
    const said = (text: string) => visit.page.locator('.bc-toast-message').getByText(text, { exact: true }).waitFor();
    await search().hover();
    expect(await opacity(1)).toBe('0');
    await cell(1).hover();
    await expect.poll(() => opacity(1)).toBe('1');
    await copy(1).click();
    const number = (row: number) => cell(row).textContent();
    await expect.poll(clipboard).toBe((await number(1))?.trim());
    await said('Copied');

    await rowLinks().nth(2).focus();
    await visit.page.keyboard.press('ArrowRight');
    await expect.poll(() => opacity(2)).toBe('1');
    await visit.page.keyboard.press('Control+c');
    await expect.poll(clipboard).toBe((await number(2))?.trim());

    // A browser may refuse: the page must not claim that it copied.
    await visit.page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('denied')) },
        configurable: true,
      }),
    );
    await visit.page.keyboard.press('Control+c');
    await said('Your browser blocked copying');
    await visit.page.reload();
  });

  it('opens the next page, and restores it on Back from a record [spec 2.3] [ux 1]', async () => {
    const firstOfPageOne = await firstName();
    await visit.page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(firstName).not.toBe(firstOfPageOne);
    const address = visit.path;
    await grid().evaluate((element) => element.scrollTo({ top: 60 }));
    const kept = () => visit.page.evaluate(() => sessionStorage.getItem('backcounter.list:scroll') ?? '');
    await expect.poll(kept).toContain('"top":60');
    const third = rowLinks().nth(2);
    const name = await third.textContent();
    await third.press('Enter');
    await visit.page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
    await visit.page.goBack();
    await loaded();
    expect(visit.path).toBe(address);
    expect(await rowLinks().nth(2).textContent()).toBe(name);
    // The row that was opened has the focus, at its former position on the screen.
    await expect.poll(() => third.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await grid().evaluate((element) => element.scrollTop)).toBe(60);
    await visit.page.goBack();
    await expect.poll(firstName).toBe(firstOfPageOne);
  });

  it('works with the keyboard alone: search, into the grid, down, open, back [ux 17]', async () => {
    await visit.page.keyboard.press('/');
    await expect.poll(() => search().evaluate((field) => field === document.activeElement)).toBe(true);
    await visit.page.keyboard.type('a');
    await visit.page.keyboard.press('Escape');
    await search().fill('');
    await grid().getByRole('row').nth(1).focus();
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('Home');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\/accounts\/[0-9a-f-]{36}/);
    await visit.page.getByRole('heading', { level: 1 }).waitFor();
    await visit.page.goBack();
    await loaded();
  });
});
