import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountData, accounts } from './harness/api.ts';
import { launchBrowser } from './harness/browser.ts';
import { choose } from './harness/choose.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { totpCode } from './harness/totp.ts';
import { type Visit, visitAs } from './harness/visit.ts';

/** A product in which a person may reveal one contact per hour and two per day. */
let browser: Browser;
let product: Product;
let targets: readonly AccountData[];
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct({ env: { REVEALS_PER_HOUR: '1', REVEALS_PER_DAY: '2' } });
  await markReleasesRead(product.url, ['admin', 'marketing']);
  const admin = await visitAs(browser, product.url, 'admin', '/accounts');
  targets = await accounts(admin, { state: { in: ['ACTIVE'] }, hasEmail: true }, 3);
  await admin.close();
});
afterAll(async () => {
  await product?.remove();
  await browser?.close();
});

async function enrol({ page }: Visit): Promise<string> {
  await page.goto('/identity/account?enrol=1');
  const key = (await page.locator('.key').textContent()) ?? '';
  await page.getByLabel('Code shown in the app').fill(totpCode(key));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Second factor turned on.').waitFor();
  return key;
}

async function ask({ page }: Visit, index: number) {
  await page.goto(`/accounts/${targets[index]?.id}`);
  await page.getByRole('button', { name: 'Reveal contact' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByLabel('Purpose'), 'Support request');
  const reveal = dialog.getByRole('button', { name: 'Reveal contact' });
  await reveal.click();
  return { dialog, email: page.getByText(targets[index]?.email ?? '').first() };
}

it('beyond the hourly budget a code is required, beyond the daily one nothing helps, and an administrator sees it', async () => {
  const visit = await visitAs(browser, product.url, 'marketing');
  const key = await enrol(visit);
  await (await ask(visit, 0)).email.waitFor();

  const { email } = await ask(visit, 1);
  const question = visit.page.getByRole('dialog', { name: 'Confirm that it is you' });
  const code = question.getByLabel('Code from your authenticator app');
  await code.waitFor();
  await expect.poll(() => code.evaluate((each) => each === document.activeElement)).toBe(true);
  await code.fill('000000');
  await code.press('Enter');
  await question.getByText('Wrong or already used.').waitFor();
  expect(await email.count()).toBe(0);
  await code.fill(totpCode(key, Date.now() + 30_000));
  await code.press('Enter');
  await email.waitFor();
  await visit.page.getByRole('dialog').waitFor({ state: 'hidden' });

  const last = await ask(visit, 2);
  await last.dialog
    .getByRole('alert')
    .getByText(/You can continue after/)
    .waitFor();
  expect(await last.email.count()).toBe(0);
  expect(visit.troubles).toEqual([]);
  await visit.close();

  const admin = await visitAs(browser, product.url, 'admin');
  const item = admin.page.getByRole('listitem').filter({ hasText: 'revealed 2 contacts in 24 hours' }).first();
  await item.getByText('Usually 0 a day, limit 2').waitFor();
  await item.getByRole('link').click();
  await admin.page.waitForURL(/\/admin\/audit\?person=/);
  await admin.page.getByText('Contact revealed').first().waitFor();
  expect(admin.troubles).toEqual([]);
  await admin.close();
});
