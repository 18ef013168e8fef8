import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { account, accounts } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
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
  const language = page.getByRole('combobox', { name: 'Language', exact: true });
  const edit = async (locale: string) => {
    await admin.go(`/accounts/${target.id}?edit`);
    await choose(language, locale);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await saved(admin).waitFor();
  };
  const version = async () => (await account(admin, target.id)).version;
  const stored = async () => {
    await page.goto(`/accounts/${target.id}?edit`);
    return language.textContent();
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
  expect(await language.textContent()).toBe(before);
  await page.getByText(/^Values from .+ are filled in\. Save to apply them\.$/).waitFor();
  // Nothing is saved until the person confirms it.
  expect(await version()).toBe(target.version + 3);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(version).toBe(target.version + 4);
  expect(await stored()).toBe(before);
});

it('answers who changed a field in the last week in three clicks, then to which value', async () => {
  const { page } = admin;
  await admin.go('/admin/audit');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Changed field' }).click();
  await page.getByRole('checkbox', { name: 'Account: Language' }).click();
  await page.getByText('in the last 7 days').waitFor();
  await page.getByRole('grid').getByRole('link', { name: 'Edited' }).nth(1).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Changed to' }).click();
  await page.getByRole('checkbox', { name: 'Flemish' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?became=nl-BE&field=account_locale&occurred=7d');
  await page.getByRole('grid').getByRole('link', { name: 'Edited' }).first().waitFor();
});

it('has no axe findings in the trail in dark mode, on a phone, or right to left', async () => {
  const { page } = admin;
  const found = async () => {
    await page.getByRole('grid').getByRole('link').first().waitFor();
    return violations(admin, 'main');
  };
  await admin.setColours('dark');
  await admin.go('/admin/audit?action=session_sign-in');
  expect(await found()).toEqual([]);
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await found()).toEqual([]);
  await page.evaluate(() => localStorage.setItem('sdk-locale', 'ar-EG'));
  await page.reload();
  await page.locator('html[dir=rtl]').waitFor();
  expect(await found()).toEqual([]);
  await page.getByRole('grid').getByRole('link').first().click();
  await page.getByRole('dialog').locator('dl').first().waitFor();
  expect(await violations(admin, '[role=dialog]')).toEqual([]);
  expect(admin.troubles).toEqual([]);
});
