import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD, emailOf } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { takeSession } from './harness/take-session.ts';
import { Visit, visitAs } from './harness/visit.ts';

/** The embedded provider: its theme, a person's administration link, languages and forgotten passwords. */
const STAFF = join(import.meta.dirname, '..', 'apps', 'server', 'src', 'cli', 'staff.ts');
let product: Product;
let browser: Browser;
let visit: Visit | undefined;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startOwnProduct()]);
  await markReleasesRead(product.url, ['admin', 'manager']);
});
afterAll(async () => {
  await browser?.close();
  await product?.remove();
});
afterEach(async () => {
  await visit?.close();
});

const staff = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--conditions=source', STAFF, ...args], {
    env: { DATA_DIR: product.dataDir, DEMO: 'true' },
  });

it('an administrator changes the theme: the provider serves it, and the console shows it after a reload [spec 7.8] [reference 10]', async () => {
  visit = await visitAs(browser, product.url, 'admin', '/admin/config?edit=theme.primary', {
    ...AXE_NEEDS,
    expected: [/status of 4\d\d/],
  });
  const { page } = visit;
  const brand = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bc-brand').trim());
  await expect.poll(brand).toBe('#0f6b81');
  const drawer = page.locator('.mantine-Drawer-content');
  const value = drawer.getByRole('textbox', { name: 'Value' });
  const preview = drawer.getByRole('region', { name: 'Preview' });

  await value.fill('#7a1fa');
  await preview.waitFor({ state: 'hidden' });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('Enter a color such as #0f6b81').waitFor();
  expect(await value.getAttribute('aria-invalid')).toBe('true');

  await value.fill('#7a1fa2');
  // The shades that filled buttons use.
  await expect
    .poll(() => preview.getByRole('figure').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^Light mode\s+Sign in\s+\W?#852dae\W?, contrast 7:1$/),
      expect.stringMatching(/^Dark mode\s+Sign in\s+\W?#c26af1\W?, contrast 6\.1:1$/),
    ]);
  expect(await violations(visit)).toEqual([]);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'Primary color of the embedded identity provider' })
    .getByText('#7a1fa2')
    .waitFor();

  const theme = await fetch(`${product.url}/identity/.well-known/theme`);
  expect(await theme.json()).toEqual({ colors: { primary: '#7a1fa2', secondary: '#b5852a' } });
  await page.reload();
  await expect.poll(brand).toBe('#852dae');
  expect(visit.troubles).toEqual([]);
});

it("a link set by an operator is in the person's menu after the next sign-in [spec 6.10]", async () => {
  await expect(staff('set', '--email', 'manager@demo.test', '--admin-url', 'javascript:alert(1)')).rejects.toThrow(
    '--admin-url must be an http or https address',
  );
  await staff('set', '--email', 'manager@demo.test', '--admin-url', 'https://id.example/admin');
  visit = await visitAs(browser, product.url, 'manager', '/campaigns');
  const { page } = visit;
  await page.getByRole('button', { name: 'Menu of Malik Haddad' }).click();
  const link = page.getByRole('menuitem', { name: 'Administration' });
  expect(await link.getAttribute('href')).toBe('https://id.example/admin');
  await staff('set', '--email', 'manager@demo.test', '--no-admin-url');
  await visit.close();
  visit = await visitAs(browser, product.url, 'manager', '/campaigns');
  await visit.page.getByRole('button', { name: 'Menu of Malik Haddad' }).click();
  await visit.page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  expect(await visit.page.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
});

it('the sign-in page is shown in another language, without scripts and again later', async () => {
  visit = await Visit.open(browser, product.url, { javaScriptEnabled: false });
  const { page } = visit;
  const query = new URLSearchParams({ client_id: 'backcounter', response_type: 'code', scope: 'openid' });
  query.set('redirect_uri', `${product.url}/login`);
  query.set('code_challenge', 'x'.repeat(43));
  query.set('code_challenge_method', 'S256');
  query.set('ui_locales', 'en-US');
  await page.goto(`/identity/auth?${query}`);
  await page.getByRole('navigation', { name: 'Language' }).locator('summary').click();
  await page.getByRole('link', { name: 'العربية' }).click();
  await page.getByRole('heading', { name: 'تسجيل الدخول إلى Backcounter' }).waitFor();
  await page.goto(`/identity/auth?${query}`);
  await page.getByRole('heading', { name: 'تسجيل الدخول إلى Backcounter' }).waitFor();
});

it('a forgotten password is replaced by the link in the outbox', async () => {
  const password = 'seven quiet harbour lamps';
  visit = await Visit.open(browser, product.url, { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  const { page } = visit;
  const typePassword = async (typed: string) => {
    await page.getByLabel('E-mail').fill(emailOf('viewer'));
    await page.getByLabel('Password', { exact: true }).fill(typed);
    await page.getByLabel('Password', { exact: true }).press('Enter');
  };
  await page.goto('/campaigns');
  await typePassword('not the password');
  await page.getByText('Wrong email or password').waitFor();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  expect(await violations({ page })).toEqual([]);
  await page.getByLabel('E-mail').fill(emailOf('viewer'));
  await page.getByLabel('E-mail').press('Enter');
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();

  const admin = await Visit.open(browser, product.url);
  await takeSession(admin.page, product.url, emailOf('admin'), DEMO_PASSWORD);
  const link = admin.page.getByRole('link', { name: '/identity/reset/' });
  const delivered = async () => {
    await admin.page.goto('/identity/outbox');
    return link.count();
  };
  await expect.poll(delivered, { timeout: 30_000 }).toBe(1);
  await page.goto((await link.getAttribute('href')) ?? '');
  await admin.close();

  expect(await violations({ page })).toEqual([]);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('New password').press('Enter');
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await typePassword(password);
  await page.waitForURL((address) => address.pathname === '/campaigns');
});
