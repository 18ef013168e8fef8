import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountData, account, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
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

it('caused no error and no violation of the security policy', () => {
  // A refused save is answered with 200, so the browser logs nothing either.
  expect(admin.troubles).toEqual([]);
});
