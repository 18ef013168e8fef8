import type { Browser, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { Visit } from './harness/visit.ts';

let browser: Browser;
let product: Product;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct();
});
afterAll(async () => {
  await product?.remove();
  await browser?.close();
});

/** An authenticator of the device that has recognised its owner. */
async function authenticatorOf(visit: Visit): Promise<CDPSession> {
  const session = await visit.context.newCDPSession(visit.page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

it('a passkey is added, signs in alone, is the second step after the password, and is removed', async () => {
  const visit = await Visit.open(browser, product.url, { ...AXE_NEEDS, expected: [/401 \(Unauthorized\)/] });
  const { page } = visit;
  await authenticatorOf(visit);
  await visit.signIn('manager', '/campaigns');
  await page.goto('/identity/account');
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.getByLabel('Name, such as').fill('Work laptop');
  await page.locator('#passkey-confirm').fill(DEMO_PASSWORD);
  expect(await violations(visit)).toEqual([]);
  await page.locator('#passkey-confirm').press('Enter');
  await page.getByText('Passkey added.').waitFor();
  await page.getByText('Never used').waitFor();
  expect(await violations(visit)).toEqual([]);

  const signOut = async () => {
    await page.goto('/identity/session/end');
    await page.getByRole('button', { name: 'Sign out' }).click();
  };
  await signOut();
  await page.goto('/campaigns');
  await page.getByRole('heading', { level: 1, name: 'Sign in to Backcounter' }).waitFor();
  await page.waitForTimeout(4000);
  console.log('AFTER', page.url());
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(/\/campaigns/);
  await page.goto('/identity/account');
  await page.getByText('Last used').waitFor();
  expect(visit.troubles).toEqual([]);
});
