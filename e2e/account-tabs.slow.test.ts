import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountData, account, accounts, asked } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
let target: AccountData;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts', AXE_NEEDS);
  // With a curve of points to load, and without the badge that the first test awards.
  const badges = 'query E2eBadges { answer: badges(first: 1, search: "Helping hand") { nodes { id } } }';
  const { nodes } = await asked<{ nodes: { id: string }[] }>(admin, badges, {});
  const badge = { notIn: nodes.map(({ id }) => id) };
  const filter = { state: { in: ['ACTIVE'] }, hasEmail: true, pushConsent: true, points: { from: 1 }, badge };
  target = (await accounts(admin, filter, 40)).at(-1) as AccountData;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const done = () => admin.page.getByText('Action Completed Successfully!').first().waitFor();
const dialog = () => admin.page.getByRole('dialog');

it('adds a note, a badge and a topic to an account by keyboard, and removes them with a reason [points 11]', async () => {
  const { page } = admin;
  await page.goto(`/accounts/${target.id}?tab=notes`);
  await page.getByLabel('New note').fill('Called <b>twice</b>');
  await page.keyboard.press('Control+Enter');
  const note = page.getByRole('listitem').filter({ hasText: 'Called <b>twice</b>' });
  await note.getByRole('button', { name: 'Retract' }).click();
  await dialog().getByRole('button', { name: 'Retract' }).click();
  await page.getByText(/^Retracted by/).waitFor();

  // The tabs are one Tab stop; arrow keys move between them.
  await page.getByRole('tab', { name: /^Notes/ }).focus();
  for (const name of [/^Devices/, /^Topics/, /^Badges/]) {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name, selected: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Award badge' }).click();
  const badge = dialog().getByRole('combobox', { name: 'Badge' });
  await badge.press('h');
  await page.keyboard.type('elping');
  await page.getByRole('option', { name: 'Helping hand' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Revoke Helping hand' }).click();
  await dialog().getByLabel('Reason').fill('By mistake');
  await page.keyboard.press('Control+Enter');
  await page.getByText('By mistake').waitFor();

  await admin.go(`/accounts/${target.id}?tab=topics`);
  const topic = page.getByRole('switch', { name: 'Security of the account' });
  const before = await topic.isChecked();
  await topic.focus();
  await page.keyboard.press('Space');
  await done();
  await expect.poll(() => topic.isChecked()).toBe(!before);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(() => topic.isChecked()).toBe(before);

  // On a phone the tabs are wider than the screen; the current one is scrolled into view.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 760 });
  await admin.go(`/accounts/${target.id}?tab=notes`);
  const notes = page.getByRole('tab', { name: /^Notes \d/ });
  await expect
    .poll(async () => {
      const box = await notes.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 375;
    })
    .toBe(true);
  if (size) await page.setViewportSize(size);

  // The first figure links to the points.
  await admin.go(`/accounts/${target.id}`);
  await page
    .getByRole('link', { name: /^Points\s*[\d,]+$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Points', selected: true }).waitFor();
});

it('the overview shows a year of points and the latest activity; a failed part shows its error and hides nothing else [spec 2.8]', async () => {
  const reference = '5e0c7a1d-0000-4000-8000-000000000000';
  let isFailing = true;
  const { page } = admin;
  await page.route('**/graphql', async (route) => {
    const { operationName } = route.request().postDataJSON() as { operationName?: string };
    if (!isFailing || (operationName !== 'AccountNotifications' && operationName !== 'PointsChart'))
      return route.fallback();
    const error = { message: 'Broken', extensions: { code: 'unexpected', referenceId: reference } };
    return route.fulfill({ json: { data: null, errors: [error] } });
  });
  // A reload, so that no earlier answer is left.
  await page.goto(`/accounts/${target.id}`);
  const card = (name: string) => page.locator('section').filter({ has: page.getByRole('heading', { name }) });
  const activity = card('Timeline');
  const points = activity.getByRole('group', { name: 'Points, last 12 months' });
  const rows = activity.getByRole('listitem');
  const alerts = [
    activity.getByRole('alert').filter({ hasText: 'Couldn’t load notifications' }),
    points.getByRole('alert'),
  ];
  for (const alert of alerts) await alert.getByRole('button', { name: `Copy ${reference}` }).waitFor();
  // Actions of the test above with their actors, newest first.
  await expect
    .poll(() => rows.first().textContent())
    .toMatch(/(Subscribed to|Unsubscribed from) a topic by Astrid Lindholm · Change undone$/);
  expect(await rows.filter({ hasText: 'Badge revoked' }).textContent()).toContain('By mistake');
  expect(await violations(admin)).toEqual([]);

  const tall = (part: typeof points) => part.evaluate((each) => each.getBoundingClientRect().height);
  const before = await tall(points);
  isFailing = false;
  for (const alert of alerts) {
    await alert.getByRole('button', { name: 'Retry' }).focus();
    await page.keyboard.press('Enter');
    await alert.waitFor({ state: 'detached' });
  }
  const first = points.getByRole('slider', { name: 'First day' });
  await first.waitFor();
  expect(await tall(points)).toBe(before);

  // The handles set the period of the rows, by keyboard as well.
  await activity.getByRole('status').getByText('in the last 60 days').waitFor();
  await first.focus();
  await page.keyboard.press('Home');
  await activity.getByText(/^\d+ of \d+ events$|^\d+ events$/).waitFor();
  await page.unroute('**/graphql');

  // MARKETING sees the activity, but neither value of a changed contact.
  const marketing = await visitAs(browser, url, 'marketing', `/accounts/${target.id}`);
  await marketing.page.getByText('Badge revoked').waitFor();
  await marketing.settled();
  expect(await marketing.page.getByRole('main').getByRole('alert').count()).toBe(0);
  expect(await marketing.page.getByRole('main').textContent()).not.toContain(target.email);
  expect(marketing.troubles).toEqual([]);
  await marketing.close();
});

it('a closed account is erased once its number is typed, and can no longer be found [points 13]', async () => {
  const { page } = admin;
  const confirm = async (item: string, reason: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog().getByLabel('Reason').fill(reason);
    await dialog()
      .getByLabel(/^Type \d+ to confirm/)
      .fill(String(target.number));
    await dialog().getByRole('button', { name: item }).click();
    await dialog().waitFor({ state: 'hidden' });
  };
  await page.goto(`/accounts/${target.id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  expect(await page.getByRole('menuitem', { name: 'Erase account' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await confirm('Close account', 'Asked for it');
  await expect.poll(async () => (await account(admin, target.id)).state).toBe('CLOSED');
  await confirm('Erase account', 'Asked for it');
  await expect.poll(async () => (await account(admin, target.id)).state).toBe('ERASED');
  await page.getByRole('heading', { level: 1, name: `Account ${target.number}` }).waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain(target.email);
  await admin.go(`/accounts?q=${encodeURIComponent(target.email ?? '')}`);
  await page.getByText('Nothing matches').first().waitFor();
  expect(admin.troubles).toEqual([]);
});
