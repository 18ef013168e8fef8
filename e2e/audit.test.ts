import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
let browser: Browser;
let admin: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/accounts', AXE_NEEDS);
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const saved = (visit: Visit) => visit.page.getByText('Action Completed Successfully!').first();

it('an edit can be undone, appears in the trail with its changes, and can be restored through the form [ux 25]', async () => {
  const { page } = admin;
  const [target] = await accounts(admin, { state: { in: ['ACTIVE'] } }, 1);
  if (!target) throw new Error('No active account');
  const edit = async (locale: string) => {
    await admin.go(`/accounts/${target.id}?edit`);
    await page.getByLabel('Language', { exact: true }).fill(locale);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await saved(admin).waitFor();
  };
  const language = page.getByLabel('Language', { exact: true });
  const version = async () => (await account(admin, target.id)).version;
  const stored = async () => {
    await page.goto(`/accounts/${target.id}?edit`);
    return language.inputValue();
  };
  const before = await stored();
  await edit('nl-BE');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(version).toBe(target.version + 2);
  expect(await stored()).toBe(before);

  await edit('nl-NL');
  await admin.go(`/admin/audit?kind=account&record=${target.id}`);
  await page.getByRole('grid').getByRole('link', { name: 'Edited' }).first().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('nl-NL').waitFor();
  await drawer.getByText('Administrator').first().waitFor();
  expect(await violations(admin)).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).searchParams.get('record')).toBe(target.id);

  await admin.go(`/accounts/${target.id}?tab=history`);
  await page.getByRole('button', { name: 'Restore' }).first().click();
  expect(await language.inputValue()).toBe(before);
  await page.getByText(/^Values from .+ are filled in\. Save to apply them\.$/).waitFor();
  // Nothing is saved until the person confirms it.
  expect(await version()).toBe(target.version + 3);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(version).toBe(target.version + 4);
  expect(await stored()).toBe(before);
});

it.each([
  ['dark', { colorScheme: 'dark' }],
  ['phone', { viewport: { width: 375, height: 740 }, hasTouch: true }],
  ['right-to-left', { language: 'ar-EG' }],
] as const)('reads and searches the trail: %s', async (look, options) => {
  const visit = await visitAs(browser, url, 'admin', '/admin/audit?action=session_sign-in', {
    ...AXE_NEEDS,
    ...options,
  });
  await visit.page.getByRole('grid').getByRole('link').first().waitFor();
  await visit.settled();
  expect(await violations(visit)).toEqual([]);
  await visit.screenshot(`audit-${look}`);
  await visit.page.getByRole('grid').getByRole('link').first().click();
  await visit.page.getByRole('dialog').locator('dl').first().waitFor();
  await visit.settled();
  await visit.screenshot(`audit-event-${look}`);
  await visit.close();
  expect(visit.troubles).toEqual([]);
});
