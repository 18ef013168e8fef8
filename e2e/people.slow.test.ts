import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { asOwner } from './harness/database.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const EMAIL = 'elif@people.test';
const PASSWORD = 'seven quiet harbour lamps';
/** Roles and states apply within 5 s. */
const AT_ONCE_MS = 5_000;

let browser: Browser;
let admin: Visit;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, productUrl(), 'admin', '/admin/people', AXE_NEEDS);
  page = admin.page;
});
afterAll(async () => {
  await asOwner(productFolder() ?? '', 'delete from identity.invitation where email = $1', [EMAIL]);
  await asOwner(productFolder() ?? '', 'delete from identity.person where email = $1', [EMAIL]);
  await admin?.close();
  await browser?.close();
});

const drawer = (name: string) => page.getByRole('dialog', { name: new RegExp(name) });

/** Invites by the keyboard alone; returns the link. */
async function inviteByKeyboard(): Promise<string> {
  await page.getByRole('button', { name: 'Invite person' }).focus();
  await page.keyboard.press('Enter');
  const panel = drawer('Invite person');
  await panel.getByRole('textbox', { name: 'Email' }).focus();
  await page.keyboard.type(EMAIL);
  await panel.getByRole('checkbox', { name: /^Campaign viewer/ }).focus();
  await page.keyboard.press('Space');
  await panel.getByRole('checkbox', { name: /show the link/ }).focus();
  await page.keyboard.press('Space');
  expect(await violations(admin)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  const link = page.getByText(/\/identity\/invitation\/[\w-]{43}$/);
  await link.waitFor();
  const address = (await link.textContent()) ?? '';
  await page.getByRole('button', { name: 'Close' }).last().click();
  return address;
}

it('a colleague is invited, accepts, gets another role, and is signed out when disabled [spec 4.20]', async () => {
  const link = await inviteByKeyboard();
  const row = page.getByRole('row', { name: new RegExp(EMAIL) });
  await row.getByText('by Astrid Lindholm').waitFor();
  await row.getByText('Invited').waitFor();

  const context = await browser.newContext({ baseURL: productUrl(), bypassCSP: true });
  const theirs = await context.newPage();
  await theirs.goto(link);
  expect(await violations({ page: theirs })).toEqual([]);
  await theirs.getByLabel('Your name').fill('Elif Kaya');
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor({ timeout: 60_000 });

  await admin.go('/admin/people?q=elif');
  await page
    .getByRole('link', { name: /Elif Kaya/ })
    .first()
    .click();
  const person = drawer('Elif Kaya');
  await person.getByRole('checkbox', { name: /^Marketing/ }).check();
  await person.getByRole('button', { name: /^Save/ }).click();
  await person.waitFor({ state: 'hidden' });
  await page
    .getByRole('row', { name: /Elif Kaya/ })
    .getByText('+ Campaign viewer')
    .waitFor();

  await page
    .getByRole('link', { name: /Elif Kaya/ })
    .first()
    .click();
  expect(await violations(admin)).toEqual([]);
  await person.getByRole('button', { name: 'Disable access' }).click();
  const asked = page.getByRole('dialog', { name: /Disable access for/ });
  await asked.getByRole('textbox').fill('left the company');
  await asked.getByRole('button', { name: 'Disable access' }).click();
  await asked.waitFor({ state: 'hidden' });
  await theirs.waitForTimeout(AT_ONCE_MS);
  await theirs.goto('/accounts');
  await theirs.locator('input[type=email]').waitFor({ timeout: 60_000 });
  await theirs.goto(link);
  await theirs.getByText('This link no longer works').waitFor();
  await context.close();
});
