import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addAuthenticator } from './harness/authenticator.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { Visit } from './harness/visit.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct();
  await markReleasesRead(product.url, ['admin']);
});
afterAll(async () => {
  await product?.remove();
  await browser?.close();
});

it('a passkey is added, signs in alone, confirms a sensitive change, and is removed', async () => {
  const visit = await Visit.open(browser, product.url, { ...AXE_NEEDS, expected: [/status of 40[13]/] });
  const { page } = visit;
  await addAuthenticator(visit);
  await visit.signIn('admin', '/accounts');
  await page.goto('/identity/account');
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.getByLabel('Name, such as').fill('Work laptop');
  await page.locator('#passkey-confirm').fill(DEMO_PASSWORD);
  expect(await violations(visit)).toEqual([]);
  await page.locator('#passkey-confirm').press('Enter');
  await page.getByText('Passkey added.').waitFor();
  await page.getByText('Never used').waitFor();
  expect(await violations(visit)).toEqual([]);

  await page.goto('/healthz');
  await visit.context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  // The email field suggests the passkey, which this authenticator accepts without a click.
  await page.goto('/admin/machine-clients', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Machine clients' }).waitFor();
  await page.goto('/identity/account');
  await page.getByText('Last used').waitFor();

  // A sensitive change asks again, and keeps the text that was typed.
  await page.goto('/admin/people');
  await page.getByRole('link', { name: 'Vera Novak' }).first().click();
  const drawer = page.getByRole('dialog', { name: /Vera Novak/ });
  const name = drawer.getByLabel('Name', { exact: true });
  await name.fill('Vera Petrova');
  const save = drawer.getByRole('button', { name: /Save/ });
  await save.click();
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.waitFor();
  await question.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await visit.screenshot('confirm-dialog');
  expect(await violations(visit)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Vera Petrova');
  await save.click();
  await question.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('row', { name: /Vera Petrova/ }).waitFor();

  await page.goto('/identity/account');
  await page.locator('summary', { hasText: 'Remove' }).click();
  await page.locator('#passkey-0').fill(DEMO_PASSWORD);
  await page.locator('#passkey-0').press('Enter');
  await page.getByText('Passkey removed.').waitFor();
  expect(visit.troubles).toEqual([]);
  await visit.close();
});
