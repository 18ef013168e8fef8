import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

/** Settings of the embedded provider: its theme and a person's administration link. */
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
  const drawer = page.locator('.bc-drawer');
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
  await page.getByRole('row').filter({ hasText: 'theme.primary' }).getByText('#7a1fa2').waitFor();

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
