import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountLinks } from './harness/account-links.ts';
import { accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import type { Person } from './harness/people.ts';
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
const header = (name: string) => grid().getByRole('columnheader', { name });
const search = () => visit.page.getByRole('searchbox');

async function loaded(): Promise<void> {
  await rowLinks().first().waitFor();
}

async function open(person: Person): Promise<void> {
  visit = await visitAs(browser, url, person, '/accounts');
}

/** The list as it opens; rows of the question before have gone. */
async function showAll(): Promise<void> {
  await visit.go('/accounts');
  await visit.settled();
  await loaded();
}

describe('as ADMIN', () => {
  beforeAll(() => open('admin'));
  afterAll(() => visit?.close());
  beforeEach(showAll);
  afterEach(() => expect(visit.troubles.splice(0)).toEqual([]));

  it('finds an account by its number, and the address says so [spec 1.4, 2.7]', async () => {
    const [wanted] = await accounts(visit, { state: { in: ['SUSPENDED'] } }, 1);
    await search().fill(String(wanted?.number));
    await expect.poll(() => rowLinks().count()).toBe(1);
    expect(await rowLinks().first().getAttribute('href')).toBe(`/accounts/${wanted?.id}`);
    expect(visit.path).toBe(`/accounts?q=${wanted?.number}`);
    await visit.page.getByText('Matched by number').waitFor();
  });

  it('filters by state with a chip that can be removed [ux 3]', async () => {
    await visit.go('/accounts?state=SUSPENDED');
    await visit.settled();
    await loaded();
    const states = grid().getByRole('row').filter({ hasText: 'Active' });
    expect(await states.count()).toBe(0);
    const chip = visit.page.getByRole('button', { name: /Remove filter .*State/ });
    await chip.click();
    await expect.poll(() => visit.path).toBe('/accounts');
    await states.first().waitFor();
  });

  it('“Clear all” takes every filter and the search away with one click [ux 3]', async () => {
    await visit.go('/accounts?q=an&state=ACTIVE&country=DE&sort=number');
    const chips = visit.page.getByRole('button', { name: /^Remove filter / });
    await expect.poll(() => chips.count()).toBe(2);
    // Where nothing matches, the empty list offers the same.
    const clear = visit.page.getByRole('search').getByRole('button', { name: 'Clear all' });
    await clear.click();
    // The order of the rows is no filter.
    await expect.poll(() => visit.path).toBe('/accounts?sort=number');
    expect(await chips.count()).toBe(0);
    expect(await search().inputValue()).toBe('');
    expect(await clear.count()).toBe(0);
  });

  it('a number is copied with a click or a key, seen under the pointer and the focus only, and either way said [ux 14]', async () => {
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

    // A browser may refuse: nobody is left thinking that it was copied.
    await visit.page.evaluate(() =>
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new Error('denied')) },
        configurable: true,
      }),
    );
    await visit.page.keyboard.press('Control+c');
    await said('The browser did not allow copying');
    await visit.page.reload();
  });

  it('sorts by a column in both directions and back to the default [ux 13]', async () => {
    const byDefault = await firstName();
    await header('Number').getByRole('button').click();
    await expect.poll(() => header('Number').getAttribute('aria-sort')).toBe('ascending');
    await grid().getByRole('gridcell', { name: '100001' }).waitFor();
    await header('Number').getByRole('button').click();
    await expect.poll(() => header('Number').getAttribute('aria-sort')).toBe('descending');
    await header('Number').getByRole('button').click();
    await expect.poll(() => visit.path).toBe('/accounts');
    await expect.poll(firstName).toBe(byDefault);
    expect(await header('E-mail').getByRole('button').count()).toBe(0);
  });

  it('goes to the next page, and Back from a record restores it [spec 2.3] [ux 1]', async () => {
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
    // The row that was left has the focus, where it was on the screen.
    await expect.poll(() => third.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(await grid().evaluate((element) => element.scrollTop)).toBe(60);
    await visit.page.goBack();
    await expect.poll(firstName).toBe(firstOfPageOne);
  });

  it('works by keyboard alone: search, into the grid, down, open, back [ux 17]', async () => {
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

  it('a colleague who opens the address sees the same rows [ux 2]', async () => {
    await visit.page.goto('/accounts?state=SUSPENDED&sort=number');
    await loaded();
    const mine = await rowLinks().allTextContents();
    const colleague = await visitAs(browser, url, 'admin', visit.path);
    const theirs = accountLinks(colleague.page);
    await theirs.first().waitFor();
    expect(await theirs.allTextContents()).toEqual(mine);
    await colleague.close();
  });

  it('leaves out what the address should not hold, and says so [ux 4]', async () => {
    await visit.page.goto('/accounts?shoe-size=44');
    await loaded();
    await visit.page.getByText('The address asks for “shoe-size”').waitFor();
  });

  it('starts at the first page when the cursor in the address was changed', async () => {
    const firstOfPageOne = await firstName();
    await visit.page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(firstName).not.toBe(firstOfPageOne);
    const changed = new URL(visit.page.url());
    const cursor = changed.searchParams.get('after') ?? '';
    changed.searchParams.set('after', `${cursor.slice(0, -4)}AAAA`);
    await visit.page.goto(changed.pathname + changed.search);
    await loaded();
    await expect.poll(firstName).toBe(firstOfPageOne);
    await visit.page
      .getByText(/starts at its first page|no longer there/)
      .first()
      .waitFor();
  });

  it('shows "nothing matches" and offers a way out [ux 7]', async () => {
    await visit.go('/accounts?q=zzzzzzzzzz');
    await visit.page.getByText('Nothing matches').waitFor();
    expect(await visit.page.getByText('No accounts yet').count()).toBe(0);
    // The end of a phone number finds nobody; who tries is told what does.
    await visit.go('/accounts?q=9999999999');
    await visit.page.getByText('Phones are found by their beginning with the country code').waitFor();
  });

  it('an older answer to a search never replaces a newer one [ux 5]', async () => {
    const older = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    await visit.page.route('**/graphql', async (route) => {
      const isOlder = route.request().postData()?.includes('"search":"100"');
      if (isOlder) {
        older.resolve();
        await expect.poll(() => rowLinks().count()).toBe(1);
      }
      // The console cancels the older request, and a cancelled one cannot go on.
      await route.continue().catch((cause: unknown) => expect(String(cause)).toMatch(/route|closed|cancel/i));
      if (isOlder) over.resolve();
    });
    await search().fill('100');
    await older.promise;
    await search().fill('100007');
    await over.promise;
    await visit.settled();
    expect(await rowLinks().count()).toBe(1);
    await visit.page.unroute('**/graphql');
  });
});

it('a search is asked 250 ms after the last key, and at once with Enter [ux 5]', async () => {
  visit = await visitAs(browser, url, 'admin', '/accounts');
  await loaded();
  await visit.settled();
  const asked: string[] = [];
  visit.page.on('request', (request) => {
    const text = /"search":"([^"]+)"/.exec(request.postData() ?? '')?.[1];
    if (text !== undefined && !asked.includes(text)) asked.push(text);
  });
  const { clock, keyboard } = visit.page;
  await clock.install();
  await clock.pauseAt(Date.now() + 60_000);
  await search().focus();
  await keyboard.type('10');
  await clock.runFor(249);
  await keyboard.type('00');
  await clock.runFor(249);
  expect(visit.path).toBe('/accounts');
  await clock.runFor(1);
  await expect.poll(() => visit.path).toBe('/accounts?q=1000');
  await keyboard.type('0');
  await keyboard.press('Enter');
  await expect.poll(() => visit.path).toBe('/accounts?q=10000');
  await clock.resume();
  await visit.settled();
  expect(asked).toEqual(['1000', '10000']);
  expect(visit.troubles).toEqual([]);
  await visit.close();
});

describe('as MARKETING', () => {
  beforeAll(() => open('marketing'));
  afterAll(() => visit?.close());
  beforeEach(showAll);
  afterEach(() => expect(visit.troubles.splice(0)).toEqual([]));

  it('sees contacts hidden, on screen and in what the server sends [ux 38]', async () => {
    expect(await grid().getByText('Hidden').count()).toBeGreaterThan(0);
    expect(await grid().textContent()).not.toContain('@');
    for (const { email } of await accounts(visit)) expect(email).toBeNull();
  });

  it('is told that searching by e-mail is not allowed', async () => {
    await search().fill('rjean400@free.fr');
    await visit.page.getByText('You may not search by e-mail or phone').first().waitFor();
  });

  it('a forbidden filter in the address is left out with a notice [ux 4]', async () => {
    await visit.page.goto('/accounts?hasEmail=yes');
    await loaded();
    await visit.page.getByText('You may not use “hasEmail”').waitFor();
  });
});
