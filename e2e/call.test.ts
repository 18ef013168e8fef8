import { createClient, dataOf } from '@backcounter/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked, firstStore } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { walletOf } from './harness/points.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts');
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

it('a refused receipt is found on a call, corrected once with its note, and linked to the entry [points 8]', async () => {
  const { page } = admin;
  const id = await firstStore(admin);
  const { sid, name } = await asked<{ sid: string; name: string }>(
    admin,
    'query E2eStore($id: ID!) { answer: store(id: $id) { sid name } }',
    { id },
  );
  // More than the store has, also while other tests issue points to it.
  const amount = (await walletOf(admin, id)).balance + 1_000_000;
  const receipt = `R-${Date.now().toString(36)}`;
  const till = createClient({ url, clientId: 'demo-pos', clientSecret: 'demo-pos-secret' });
  const firebaseId = `call-${receipt}`;
  const { results } = dataOf(await till.syncAccounts({ accounts: [{ firebaseId, countryCode: 'DE' }] }));
  const sale = { key: receipt, code: 'EARN', from: { storeSid: sid }, to: { firebaseId }, amount } as const;
  expect(await till.transferPoints({ ...sale, reference: receipt })).toMatchObject({ code: 'points.insufficient' });

  await page.goto(`${url}/accounts/${results[0]?.accountId}?tab=points`);
  await page.getByRole('button', { name: 'Receipts of a day' }).click();
  const drawer = page.getByRole('dialog', { name: 'Receipts of a day' });
  await drawer.getByLabel('Store', { exact: true }).click();
  await page.keyboard.type(sid);
  await page.getByRole('option', { name: `${name} · ${sid}` }).click();
  await drawer.getByLabel('Receipt number').fill('never-sent');
  await drawer.getByText('Never arrived').waitFor();
  await drawer.getByLabel('Receipt number').fill(receipt);
  const row = drawer.getByRole('listitem').filter({ hasText: receipt });
  await row.getByText('Refused', { exact: true }).waitFor();
  await row.getByText('Not enough points.').waitFor();

  await row.getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: /^Adjust points of/ });
  expect(await dialog.getByLabel('Points', { exact: true }).inputValue()).toBe(String(amount));
  await dialog.getByLabel('Points', { exact: true }).fill('40');
  expect(await dialog.getByLabel('Reason').inputValue()).toContain(`Receipt ${receipt} of `);
  await dialog.getByRole('button', { name: 'Add points' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Show correction' }).click();
  const entry = page.getByRole('dialog', { name: 'Entry 1' });
  await entry.getByText(`Refused receipt of ${name}`).waitFor();
  await entry.getByText(receipt, { exact: true }).waitFor();
  expect(admin.troubles).toEqual([]);
});
