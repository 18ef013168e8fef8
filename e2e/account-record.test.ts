import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, account, accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
/** Active accounts, each used by one test. */
let pool: AccountData[];

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts');
  pool = (await accounts(admin, { state: { in: ['ACTIVE'] }, hasEmail: true }, 50)).reverse();
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

function take(): AccountData {
  const next = pool.pop();
  if (!next) throw new Error('No active account is left');
  return next;
}

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

async function confirm(visit: Visit, verb: string, { reason, typed }: { reason?: string; typed?: string }) {
  const dialog = visit.page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  if (typed !== undefined) await dialog.getByLabel(/^Type \d+ to confirm/).fill(typed);
  await dialog.getByRole('button', { name: verb }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('state', () => {
  it('suspends with a reason, reactivates, and closes once the number is typed; the history shows it [spec 1.4, 2.8] [ux 20, 28, 43]', async () => {
    const target = take();
    await admin.page.goto(`/accounts/${target.id}`);
    await admin.page.getByRole('button', { name: 'Suspend' }).click();
    await admin.page.getByRole('dialog').getByLabel('Reason').fill('Chargeback of 12 May');
    // Also with the focus on a button, which the keys do not press.
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Control+Enter');
    await admin.page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(async () => (await account(admin, target.id)).state).toBe('SUSPENDED');

    // The button that opened the dialog is gone.
    await admin.page.getByRole('button', { name: 'Reactivate' }).waitFor();
    await expect.poll(() => hasFocus(admin.page.getByRole('heading', { level: 1 }))).toBe(true);
    await admin.page.getByRole('button', { name: 'Reactivate' }).click();
    await confirm(admin, 'Reactivate', {});
    await expect.poll(async () => (await account(admin, target.id)).state).toBe('ACTIVE');

    await admin.page.getByRole('button', { name: 'More actions' }).click();
    await admin.page.getByRole('menuitem', { name: 'Close account' }).click();
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Asked for it');
    expect(await dialog.getByRole('button', { name: 'Close account' }).isDisabled()).toBe(true);
    await confirm(admin, 'Close account', { typed: String(target.number) });
    await expect.poll(async () => (await account(admin, target.id)).state).toBe('CLOSED');

    await admin.page.goto(`/accounts/${target.id}?tab=history`);
    const main = admin.page.getByRole('main');
    for (const words of ['Suspended', 'Reactivated', 'Closed', 'Chargeback of 12 May', 'Asked for it'])
      await main.getByText(words).first().waitFor();
  });
});

describe('as MARKETING', () => {
  it('reveals a hidden contact for a reason, which the history shows', async () => {
    const target = take();
    const visit = await visitAs(browser, url, 'marketing', `/accounts/${target.id}`);
    await visit.page.getByRole('button', { name: 'Reveal contact' }).waitFor();
    expect(await visit.page.getByRole('main').textContent()).not.toContain(target.email);
    await visit.page.getByRole('button', { name: 'Reveal contact' }).click();
    const dialog = visit.page.getByRole('dialog');
    const reveal = dialog.getByRole('button', { name: 'Reveal contact' });
    expect(await reveal.isDisabled()).toBe(true);
    await choose(dialog.getByLabel('Purpose'), 'Other');
    await dialog.getByLabel('Reason').fill('x');
    expect(await reveal.isDisabled()).toBe(true);
    await dialog.getByText('At least 10 characters').waitFor();
    await choose(dialog.getByLabel('Purpose'), 'Delivery');
    expect(await reveal.isEnabled()).toBe(true);
    await confirm(visit, 'Reveal contact', { reason: 'Call back about the prize' });
    await visit.page
      .getByText(target.email ?? '')
      .first()
      .waitFor();
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'Reveal contact' }).waitFor();
    expect(await visit.page.getByRole('main').textContent()).not.toContain(target.email);

    await admin.page.goto(`/accounts/${target.id}?tab=history`);
    await admin.page.getByText('Contact revealed').first().waitFor();
    await admin.page.getByText('Call back about the prize').first().waitFor();
    await admin.page.getByText('Delivery').first().waitFor();
    expect(visit.troubles).toEqual([]);
    await visit.close();
  });
});

it('caused no error and no violation of the security policy', () => {
  expect(admin.troubles).toEqual([]);
});
