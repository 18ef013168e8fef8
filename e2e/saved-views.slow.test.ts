import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { send } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { choose, current, grid, heads, openBare, rows, view, views } from './harness/saved-views.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let marketing: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const { id } = await makeView(admin, 'Suspended by name', {
    filters: { state: 'SUSPENDED' },
    sort: 'name',
    columns: ['name', 'state', 'country'],
  });
  await admin.page.goto(`/accounts?view=${id}`);
  await grid(admin).waitFor();
  marketing = await visitAs(browser, url, 'marketing', '/accounts');
});
afterAll(async () => {
  await browser?.close();
});

/** Waits for the mutation's response; a visible toast may be that of the previous change. */
const answered = ({ page }: Visit, operation: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(operation) ?? false);

const PLAIN_STATE = { search: '', filters: {}, sort: null, columns: null, widths: {}, density: 'normal', size: null };
const CREATE =
  'mutation E2eCreate($input: CreateSavedViewInput!) { view: createSavedView(input: $input) { savedView { id version } } }';
const ARCHIVE =
  'mutation E2eArchive($input: ArchiveSavedViewInput!) { view: archiveSavedView(input: $input) { savedView { id version } } }';

/** Makes a change outside of the page. */
async function change(visit: Visit, document: string, input: Readonly<Record<string, unknown>>) {
  const { body } = await send(visit, document, { input });
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  return (body.data['view'] as unknown as { savedView: { id: string; version: number } }).savedView;
}
const makeView = (visit: Visit, name: string, state: object, scope: 'PERSONAL' | 'TEAM' = 'PERSONAL') =>
  change(visit, CREATE, { list: 'ACCOUNTS', scope, name, state: { ...PLAIN_STATE, ...state } });

it('team views are available to everyone, and have their filters in the URL', async () => {
  await view(marketing, 'Suspended').click();
  await expect
    .poll(() => marketing.path)
    .toMatch(/view=[0-9a-f-]{36}&sort=-last-seen&state=SUSPENDED|view=.*state=SUSPENDED/);
  await marketing.page.getByRole('button', { name: /Remove filter State/ }).waitFor();
  expect(await current(marketing)).toContain('Suspended');
  const figure = /\d+/.exec((await marketing.page.getByText(/\d+ match/).textContent()) ?? '')?.[0];
  // The number of rows is next to each view's name, also while another view is open.
  await view(marketing, 'All').click();
  await expect.poll(() => view(marketing, 'Suspended').textContent()).toBe(`Suspended${figure}`);
});

it('differences are marked; a colleague’s link shows the same rows and columns; Reset and Save clear them [ux 2] [trap 12] [views 2]', async () => {
  const { page } = admin;
  await grid(admin).getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await views(admin).getByText('modified').waitFor();
  await admin.settled();
  const [shownRows, shownHeads] = [await rows(admin), await heads(admin)];

  // The view is private: the colleague does not have it, but sees the same rows.
  await choose(admin, 'Copy link to this view');
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(/[?&]view=[0-9a-f-]{36}&.*sort=-name/);
  await marketing.page.goto(await clipboard());
  await marketing.page.getByText('The saved view in this link isn’t available to you').waitFor();
  await grid(marketing).waitFor();
  await marketing.settled();
  await expect.poll(() => rows(marketing)).toEqual(shownRows);
  expect(await heads(marketing)).toEqual(shownHeads);
  expect(await views(marketing).getByRole('link').allTextContents()).not.toContain('Suspended by name');

  await views(admin).getByRole('button', { name: 'Reset to view' }).click();
  await expect.poll(() => views(admin).getByText('modified').count()).toBe(0);
  expect(admin.path).toContain('sort=name');
  await grid(admin).getByRole('columnheader', { name: 'Account' }).getByRole('button').click();
  await views(admin).getByRole('button', { name: 'Save view' }).click();
  await expect.poll(() => views(admin).getByText('modified').count()).toBe(0);
  expect(admin.path).toContain('sort=-name');
});

it("the list opens with the person's default view, until that is deleted [views 3]", async () => {
  const { page } = admin;
  const chosen = answered(admin, 'SetDefaultSavedView');
  await choose(admin, 'Set as my default');
  await chosen;
  await openBare(admin);
  expect(await current(admin)).toContain('Suspended by name');
  expect(admin.path).toContain('sort=-name');
  await view(admin, 'All').click();
  await expect.poll(() => admin.path).toBe('/accounts?view=all');
  await view(admin, 'Suspended by name').click();
  await expect.poll(() => current(admin)).toContain('Suspended by name');
  await choose(admin, 'Delete view');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect.poll(() => view(admin, 'Suspended by name').count()).toBe(0);
});

it('team views are reordered by keyboard and by drag, and one of them is the default for everyone [views 4]', async () => {
  const { page } = admin;
  const made = [await makeView(admin, 'One', {}, 'TEAM'), await makeView(admin, 'Two', {}, 'TEAM')];
  await openBare(admin);
  await choose(admin, 'Arrange views…');
  const order = page.getByRole('list', { name: 'Team views' });
  const names = () => order.locator('bdi').allTextContents();
  await order.waitFor();
  const before = await names();
  expect(before.slice(-2)).toEqual(['One', 'Two']);
  const moved = answered(admin, 'MoveSavedView');
  await order.getByRole('button', { name: /Two/ }).first().focus();
  for (const key of [' ', 'ArrowUp', ' ']) await page.keyboard.press(key);
  await moved;
  expect((await names()).slice(-2)).toEqual(['Two', 'One']);
  const dragged = answered(admin, 'MoveSavedView');
  await order.getByRole('listitem').last().dragTo(order.getByRole('listitem').first());
  await dragged;
  expect((await names())[0]).toBe('One');
  await page.keyboard.press('Escape');
  await expect.poll(() => order.count()).toBe(0);

  await view(admin, 'One').click();
  await expect.poll(() => current(admin)).toContain('One');
  const chosen = answered(admin, 'SetTeamDefaultSavedView');
  await choose(admin, 'Set as team default');
  await chosen;
  await openBare(marketing);
  expect(await current(marketing)).toContain('One');
  for (const { id, version } of made) await change(admin, ARCHIVE, { id, expectedVersion: version });
});

it('row height and page size are saved with the view, not with the list [views 7]', async () => {
  const { page } = admin;
  const { id, version } = await makeView(admin, 'Roomy', { density: 'comfortable', size: 50 });
  await openBare(admin);
  const perPage = page.getByRole('button', { name: /per page/ });
  const rowHeight = () =>
    grid(admin)
      .getByRole('row')
      .nth(1)
      .evaluate((row) => row.clientHeight);
  const [listSize, listHeight] = [await perPage.textContent(), await rowHeight()];
  await view(admin, 'Roomy').click();
  await expect.poll(() => perPage.textContent()).toBe('50 per page');
  await expect.poll(rowHeight).toBeGreaterThan(listHeight);
  await perPage.click();
  await page.getByRole('menuitemradio', { name: '100 per page' }).click();
  await expect.poll(() => perPage.textContent()).toBe('100 per page');
  await page.reload();
  await expect.poll(() => perPage.textContent()).toBe('100 per page');
  await choose(admin, 'Reset view');
  await expect.poll(() => perPage.textContent()).toBe('50 per page');
  await view(admin, 'All').click();
  await expect.poll(() => perPage.textContent()).toBe(listSize);
  await expect.poll(rowHeight).toBe(listHeight);
  await change(admin, ARCHIVE, { id, expectedVersion: version });
});
