import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = inject('productUrl');
let browser: Browser;
let admin: Visit;
let marketing: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts', AXE_NEEDS);
  marketing = await visitAs(browser, url, 'marketing', '/accounts');
});
afterAll(async () => {
  await browser?.close();
});

const grid = ({ page }: Visit) => page.getByRole('grid', { name: 'Accounts' });
const rows = (visit: Visit) => grid(visit).getByRole('gridcell').getByRole('link').allTextContents();
const heads = (visit: Visit) => grid(visit).getByRole('columnheader').allTextContents();
const views = ({ page }: Visit) => page.getByRole('navigation', { name: 'Saved views' });
const view = (visit: Visit, name: string) => views(visit).getByRole('link', { name });
const current = (visit: Visit) => views(visit).locator('[aria-current]').textContent();
const choose = async (visit: Visit, item: string) => {
  await views(visit).getByRole('button', { name: 'More about this view' }).click();
  await visit.page.getByRole('menuitem', { name: item, exact: true }).click();
};
const openBare = async (visit: Visit) => {
  await visit.page.goto('/accounts');
  await grid(visit).waitFor();
  await visit.settled();
};
/** The answer to a mutation; a toast may still be that of the change before. */
const answered = ({ page }: Visit, operation: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(operation) ?? false);
const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

it('the team’s views are there for everyone, and say in the address what they show', async () => {
  await view(marketing, 'Suspended').click();
  await expect
    .poll(() => marketing.path)
    .toMatch(/view=[0-9a-f-]{36}&sort=-last-seen&state=SUSPENDED|view=.*state=SUSPENDED/);
  await marketing.page.getByRole('button', { name: /Remove filter State/ }).waitFor();
  expect(await current(marketing)).toContain('Suspended');
});

it('a list as it stands is kept under a name, by keyboard alone, and opens again as it was', async () => {
  const { page } = admin;
  await page.goto('/accounts?state=SUSPENDED&sort=name&cols=name.state.country');
  await grid(admin).waitFor();
  await admin.settled();
  const [shownRows, shownHeads] = [await rows(admin), await heads(admin)];
  const add = views(admin).getByRole('button', { name: 'New view of what is shown' });
  await add.focus();
  await page.keyboard.press('Enter');
  // The field can be seen a moment before the dialog has given it the focus: what is typed before is lost.
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: 'Name' }))).toBe(true);
  await page.keyboard.type('Suspended by name');
  expect(await violations(admin)).toEqual([]);
  await page.keyboard.press('Enter');
  await view(admin, 'Suspended by name').waitFor();
  await expect.poll(() => current(admin)).toContain('Suspended by name');

  await openBare(admin);
  expect(await rows(admin)).not.toEqual(shownRows);
  await view(admin, 'Suspended by name').click();
  await expect.poll(() => rows(admin)).toEqual(shownRows);
  expect(await heads(admin)).toEqual(shownHeads);
  await page.reload();
  await grid(admin).waitFor();
  await expect.poll(() => rows(admin)).toEqual(shownRows);
});

it('what differs is marked; a colleague’s link shows the same rows and columns; Reset and Save end it', async () => {
  const { page } = admin;
  await grid(admin).getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await views(admin).getByText('modified').waitFor();
  await admin.settled();
  const [shownRows, shownHeads] = [await rows(admin), await heads(admin)];

  // The view is a personal one: the colleague does not see it, and sees what it shows all the same.
  await marketing.page.goto(admin.path);
  await marketing.page.getByText('The saved view of this link is not available to you').waitFor();
  await grid(marketing).waitFor();
  await marketing.settled();
  await expect.poll(() => rows(marketing)).toEqual(shownRows);
  expect(await heads(marketing)).toEqual(shownHeads);
  expect(await views(marketing).getByRole('link').allTextContents()).not.toContain('Suspended by name');

  await choose(admin, 'Reset view');
  await expect.poll(() => views(admin).getByText('modified').count()).toBe(0);
  expect(admin.path).toContain('sort=name');
  await grid(admin).getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await views(admin).getByRole('button', { name: 'Save view' }).click();
  await expect.poll(() => views(admin).getByText('modified').count()).toBe(0);
  await page.reload();
  await grid(admin).waitFor();
  expect(admin.path).toContain('sort=-name');
  expect(await violations(admin)).toEqual([]);
});

it('the list opens with the view of one’s choice, “All” stays within reach, and deleting asks first', async () => {
  const { page } = admin;
  const chosen = answered(admin, 'SetDefaultSavedView');
  await choose(admin, 'Open this list with it');
  await chosen;
  await openBare(admin);
  expect(await current(admin)).toContain('Suspended by name');
  expect(admin.path).toContain('sort=-name');
  await view(admin, 'All').click();
  await expect.poll(() => admin.path).toBe('/accounts?view=all');
  await page.reload();
  await grid(admin).waitFor();
  expect(await current(admin)).toBe('All');

  await view(admin, 'Suspended by name').click();
  await expect.poll(() => current(admin)).toContain('Suspended by name');
  await choose(admin, 'Delete view');
  const dialog = page.getByRole('dialog', { name: 'Delete the view “Suspended by name”?' });
  await expect.poll(() => hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true);
  await dialog.getByRole('button', { name: 'Delete view' }).click();
  await expect.poll(() => view(admin, 'Suspended by name').count()).toBe(0);
  await openBare(admin);
  expect(admin.path).toBe('/accounts');
  expect([...admin.troubles, ...marketing.troubles]).toEqual([]);
});
