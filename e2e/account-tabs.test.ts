import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountData, account, accounts } from './harness/api.ts';
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
  const found = await accounts(admin, { state: { in: ['ACTIVE'] }, hasEmail: true, pushConsent: true }, 80);
  target = found.at(-1) as AccountData;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const done = () => admin.page.getByText('Action Completed Successfully!').first().waitFor();
const dialog = () => admin.page.getByRole('dialog');

it('an account gets a note, a badge and a topic by keyboard, and loses them again with a reason', async () => {
  const { page } = admin;
  await page.goto(`/accounts/${target.id}?tab=notes`);
  await page.getByLabel('New note').fill('Called <b>twice</b>');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Called <b>twice</b>').waitFor();
  expect(await violations(admin)).toEqual([]);
  await page.getByRole('button', { name: 'Retract' }).first().click();
  await dialog().getByRole('button', { name: 'Retract' }).click();
  await page.getByText(/^Retracted by/).waitFor();

  // The tabs are one stop; arrows go from one to the next.
  await page.getByRole('tab', { name: /^Notes/ }).focus();
  for (const name of [/^Devices/, /^Topics/, /^Badges/]) {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await admin.settled();
    expect(await violations(admin), String(name)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Award badge' }).click();
  const badge = dialog().getByRole('combobox', { name: 'Badge' });
  await badge.fill('Helping');
  await page.keyboard.press('ArrowDown');
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

  // On a phone the tabs are wider than the screen; the one in the address is seen.
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

  // The first figure leads to the points.
  await admin.go(`/accounts/${target.id}`);
  await page
    .getByRole('link', { name: /^Points\s*[\d,]+$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Points', selected: true }).waitFor();
});

it('a closed account is erased after its number is typed, and nothing of it is found', async () => {
  const { page } = admin;
  const confirm = async (item: string, reason: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog().getByLabel('Reason').fill(reason);
    await dialog()
      .getByLabel(/^Type the number/)
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
