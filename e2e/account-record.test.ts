import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, account, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
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
  // A test ends the session.
  admin = await visitAs(browser, url, 'admin', '/accounts', {
    ...AXE_NEEDS,
    expected: [/status of 401/, /status of 400/],
  });
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

const name = (visit: Visit) => visit.page.getByLabel('Name', { exact: true });
const save = (visit: Visit) => visit.page.getByRole('button', { name: 'Save changes' });
const done = (visit: Visit) => visit.page.getByText('Action Completed Successfully!').first().waitFor();

const hasFocus = (element: Locator) => element.evaluate((each) => each === document.activeElement);

async function openEdit(visit: Visit, { id }: AccountData): Promise<void> {
  await visit.page.goto(`/accounts/${id}?edit`);
  await name(visit).waitFor();
}

async function confirm(visit: Visit, verb: string, { reason, typed }: { reason?: string; typed?: string }) {
  const dialog = visit.page.getByRole('dialog');
  if (reason !== undefined) await dialog.getByLabel('Reason').fill(reason);
  if (typed !== undefined) await dialog.getByLabel(/^Type \d+ to confirm/).fill(typed);
  await dialog.getByRole('button', { name: verb }).click();
  await dialog.waitFor({ state: 'hidden' });
}

describe('edit', () => {
  it('is saved once after the session has ended: the person signs in again without leaving the page [ux 26]', async () => {
    const target = take();
    const { page } = admin;
    await openEdit(admin, target);
    await page.evaluate(() => Object.assign(globalThis, { isStillHere: true }));
    const keys: (string | undefined)[] = [];
    // The server no longer accepts the token; the provider's session is still valid.
    await page.route('**/graphql', async (route) => {
      const headers = route.request().headers();
      if (headers['x-backcounter-mutation'] === undefined) return route.fallback();
      keys.push(headers['idempotency-key']);
      if (keys.length > 1) return route.fallback();
      return route.fulfill({
        status: 401,
        contentType: 'application/json',
        body: JSON.stringify({ errors: [{ message: 'ended', extensions: { code: 'session.expired' } }] }),
      });
    });
    await name(admin).fill('Saved After All');
    await save(admin).click();
    await done(admin);
    await page.unroute('**/graphql');
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(await page.evaluate(() => 'isStillHere' in globalThis)).toBe(true);
    expect(await account(admin, target.id)).toMatchObject({
      displayName: 'Saved After All',
      version: target.version + 1,
    });
  });

  it('offers a reload when the server no longer accepts the console, and then the draft', async () => {
    const { page } = admin;
    await openEdit(admin, take());
    await name(admin).fill('Outdated Draft');
    // The server has never seen this document.
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      const postData = body.replace(/"documentId":"[^"]*"/, `"documentId":"sha256:${'0'.repeat(64)}"`);
      await route.continue(body.includes('expectedVersion') ? { postData } : {});
    });
    await save(admin).click();
    const strip = page.getByRole('status').filter({ hasText: 'your form comes back as a draft' });
    await strip.waitFor();
    expect(await name(admin).inputValue()).toBe('Outdated Draft');
    await expect.poll(() => violations(admin)).toEqual([]);
    await page.unroute('**/graphql');
    page.once('dialog', (question) => void question.accept());
    await strip.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    expect(await name(admin).inputValue()).toBe('Outdated Draft');
    await save(admin).click();
    await done(admin);
  });
});

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

describe('a failure of the server', () => {
  const reference = '0b5e2f6c-0000-4000-8000-000000000000';

  it('shows its reference, and keeps the focus in the field, or moves it to the message if a button was pressed', async () => {
    const { page } = admin;
    await page.route('**/graphql', (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName?: string };
      if (operationName !== 'UpdateAccount' && operationName !== 'SuspendAccount') return route.fallback();
      const error = { message: 'Broken', extensions: { code: 'unexpected', referenceId: reference } };
      return route.fulfill({ json: { data: null, errors: [error] } });
    });
    const target = take();
    await openEdit(admin, target);
    await name(admin).fill('Not Saved');
    await page.keyboard.press('Enter');
    const message = page.locator('.bc-save-problem');
    await message.getByRole('button', { name: `Copy ${reference}` }).waitFor();
    expect(await hasFocus(name(admin))).toBe(true);
    await save(admin).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => hasFocus(message)).toBe(true);
    expect(await name(admin).inputValue()).toBe('Not Saved');
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Suspend' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Chargeback');
    await dialog.getByRole('button', { name: 'Suspend' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: `Copy ${reference}` }).waitFor();
    await expect.poll(() => hasFocus(dialog.getByRole('alert'))).toBe(true);
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Chargeback');
    await page.unroute('**/graphql');
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
  // A refused save is answered with 200, so the browser logs nothing either.
  expect(admin.troubles).toEqual([]);
});
