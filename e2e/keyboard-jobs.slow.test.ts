import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account, accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitBySigningIn } from './harness/visit.ts';

/** More stops than any page has between its first and its last control. */
const MOST_TABS = 150;

let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  visit = await visitBySigningIn(browser, productUrl(), 'admin', '/accounts');
  page = visit.page;
  await page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
});
afterAll(async () => {
  await browser?.close();
});

const press = (keys: string) => page.keyboard.press(keys);
const hasFocus = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));

/** Moves the focus to a control by Tab, which fails where the keyboard does not reach it. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await hasFocus(target)) return;
    await press('Tab');
  }
  throw new Error(`Not reached by Tab: ${target}`);
}

async function activate(target: Locator): Promise<void> {
  await reach(target);
  await press('Enter');
}

/** Opens the best match of the palette. */
async function find(text: string, shown: Locator): Promise<void> {
  await press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search pages, records and actions' });
  await field.waitFor();
  await expect.poll(() => hasFocus(field)).toBe(true);
  await page.keyboard.type(text);
  await page.getByRole('dialog', { name: 'Search and commands' }).getByRole('option').first().waitFor();
  await press('Enter');
  await shown.waitFor();
}

const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const toList = () => find('Accounts', page.getByRole('grid', { name: 'Accounts' }));

it('finds an account in the palette and suspends it with a reason', async () => {
  const [target] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
  if (!target) throw new Error('There is no active account.');
  await find(String(target.number), page.getByRole('heading', { level: 1, name: target.displayName ?? '' }));
  await activate(page.getByRole('button', { name: 'Suspend' }));
  await reach(dialog(/^Suspend/).getByLabel('Reason'));
  await page.keyboard.type('Chargeback of 12 May');
  await activate(dialog(/^Suspend/).getByRole('button', { name: 'Suspend' }));
  await expect.poll(async () => (await account(visit, target.id)).state).toBe('SUSPENDED');
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true);
});

it('adds points to an account', async () => {
  const [target] = await accounts(visit, { state: { in: ['ACTIVE'] } }, 1);
  if (!target) throw new Error('There is no active account.');
  await find(String(target.number), page.getByRole('heading', { level: 1, name: target.displayName ?? '' }));
  await activate(page.getByRole('button', { name: 'Adjust points' }));
  const points = dialog(/^Adjust/);
  await expect.poll(() => hasFocus(points.getByLabel('Points', { exact: true }))).toBe(true);
  await page.keyboard.type('7');
  await reach(points.getByLabel('Reason'));
  await page.keyboard.type('Lost receipt');
  await press('Control+Enter');
  await points.waitFor({ state: 'hidden' });
  await page.getByRole('listitem').filter({ hasText: 'Lost receipt' }).first().getByText('+7').waitFor();
});

it('writes a note, and moves through the tabs of the account', async () => {
  await reach(page.getByLabel('New note'));
  await page.keyboard.type('Called back');
  await press('Control+Enter');
  await page.getByText('Called back').waitFor();
  await reach(page.getByRole('tab', { name: 'Overview' }));
  await press('ArrowRight');
  await press('Enter');
  await page.getByRole('tab', { name: /^Points/, selected: true }).waitFor();
});

it('filters a list and saves it as a view', async () => {
  await toList();
  await activate(page.getByRole('button', { name: 'Filter', exact: true }));
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Find a filter' }))).toBe(true);
  await page.keyboard.type('State');
  await press('Enter');
  await reach(page.getByRole('checkbox', { name: 'Suspended' }));
  await press('Space');
  await activate(page.getByRole('button', { name: 'Apply' }));
  await expect.poll(() => visit.path).toContain('state=SUSPENDED');
  await activate(page.getByRole('button', { name: 'New view' }));
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.poll(() => hasFocus(name)).toBe(true);
  await page.keyboard.type('Suspended by keyboard');
  await press('Enter');
  await page.getByRole('link', { name: 'Suspended by keyboard' }).waitFor();
});

it('selects rows and reactivates them', async () => {
  const box = (row: number) => page.locator(`[data-row="${row}"]`).getByRole('checkbox');
  await box(1).waitFor();
  await visit.settled();
  await reach(page.getByRole('grid', { name: 'Accounts' }));
  await press('ArrowDown');
  await press('x');
  await press('ArrowDown');
  await press('x');
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await bar.getByText('2 selected').waitFor();
  await activate(bar.getByRole('button', { name: 'Reactivate' }));
  const question = dialog(/^Reactivate 2 accounts/);
  await reach(question.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('The chargeback was an error');
  await activate(question.getByRole('button', { name: 'Reactivate' }));
  await question.waitFor({ state: 'hidden' });
});

it('exports a list and opens the tray of jobs', async () => {
  await activate(page.getByRole('button', { name: 'Export…' }));
  const question = dialog('Export rows');
  await question.getByRole('checkbox', { name: 'Number' }).waitFor();
  await press('Control+Enter');
  await question.waitFor({ state: 'hidden' });
  await activate(page.getByRole('button', { name: /^Jobs/ }));
  await reach(page.getByRole('button', { name: /Download: Export accounts/ }).first());
  await press('Escape');
});

it('edits a topic beside its list, and returns to its row', async () => {
  await find('Topics', page.getByRole('grid', { name: 'Topics' }));
  const row = page.getByRole('grid', { name: 'Topics' }).getByRole('link', { name: 'Weekly offers' });
  await row.waitFor();
  await visit.settled();
  await reach(page.getByRole('grid', { name: 'Topics' }));
  for (let rows = 0; rows < 20 && !(await hasFocus(row)); rows += 1) await press('ArrowDown');
  await press('Enter');
  const form = page.locator('.mantine-Drawer-content');
  await reach(form.getByRole('tab', { name: 'English' }));
  await press('ArrowRight');
  await reach(form.getByRole('textbox', { name: 'Name: German' }));
  await press('End');
  await page.keyboard.type('!');
  await press('Control+Enter');
  await form.waitFor({ state: 'hidden' });
  await expect.poll(() => hasFocus(row)).toBe(true);
});

it('changes the order of topics', async () => {
  await activate(page.getByRole('button', { name: 'Change order' }));
  const panel = page.locator('.mantine-Drawer-content');
  const names = () => panel.locator('li bdi').allTextContents();
  await panel.getByRole('listitem').first().waitFor();
  const [first = '', second = '', ...others] = await names();
  await reach(panel.getByRole('button', { name: `Move ${second}`, exact: true }));
  await press('Space');
  await press('ArrowUp');
  await press('Space');
  await expect.poll(names).toEqual([second, first, ...others]);
  await visit.settled();
  await press('Space');
  await press('ArrowDown');
  await press('Space');
  await expect.poll(names).toEqual([first, second, ...others]);
  await visit.settled();
  await press('Escape');
  await panel.waitFor({ state: 'hidden' });
});

it('begins a notification, and leaves it', async () => {
  await find('Notifications', page.getByRole('grid', { name: 'Notifications' }));
  await activate(page.getByRole('button', { name: 'New notification' }));
  await reach(page.getByRole('textbox', { name: 'Title' }));
  await page.keyboard.type('By keyboard');
  await reach(page.getByRole('textbox', { name: 'Text' }));
  await page.keyboard.type('Without a mouse');
  await reach(page.getByLabel('Topic'));
  await press('Enter');
  await page.keyboard.type('recalls');
  await press('Enter');
  await expect.poll(() => page.getByLabel('Topic').textContent()).toContain('Product recalls');
  await activate(page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Timing' }));
  await page.getByRole('radio', { name: /^Now/ }).waitFor();
  await activate(page.getByRole('button', { name: 'Cancel' }));
  await page.getByRole('grid', { name: 'Notifications' }).waitFor();
});

it('signs out', async () => {
  await activate(page.getByRole('button', { name: /^Menu of/ }));
  const last = page.getByRole('menuitem', { name: 'Sign out' });
  await last.waitFor();
  await press('End');
  await expect.poll(() => hasFocus(last)).toBe(true);
  await press('Enter');
  await page.getByLabel('E-mail').waitFor();
  expect(visit.troubles).toEqual([]);
});
