import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from './harness/api.ts';
import { addAuthenticator } from './harness/authenticator.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { asOwner } from './harness/database.ts';
import { startOwnProduct } from './harness/own-product.ts';
import { DEMO_PASSWORD } from './harness/people.ts';
import type { Product } from './harness/product.ts';
import { markReleasesRead } from './harness/releases.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const PHONE = { ...AXE_NEEDS, viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true };
const DAY_MS = 86_400_000;

let browser: Browser;
let product: Product;
let manager: Visit;
let admin: Visit;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await startOwnProduct();
  await markReleasesRead(product.url, ['admin', 'manager']);
  await asOwner(
    product.dataDir,
    "update approval_rule set is_on = true, limit_value = 250000 where action = 'CAMPAIGN_WORST_CASE'",
  );
  manager = await visitAs(browser, product.url, 'manager', '/campaigns', {
    ...AXE_NEEDS,
    expected: [/status of 40[39]/],
  });
  admin = await visitAs(browser, product.url, 'admin', '/approvals', { ...PHONE, expected: [/status of 403/] });
});
afterAll(async () => {
  await product?.remove();
  await browser?.close();
});

/** A draft with codes and a worst case of €48,000; returns its id. */
async function draft(code: string, name: string): Promise<string> {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const { campaign } = await asked<{ campaign: { readonly id: string } }>(
    manager,
    'mutation E2eDraft($input: CreateCampaignInput!) { answer: createCampaign(input: $input) { campaign { id } } }',
    {
      input: {
        ...{ code, name, codeMode: 'UNIQUE', couponsLimit: 4_000, perCouponLimit: 1, perAccountLimit: 1 },
        ...{ rewardType: 'PERCENT', percentBp: 2_000, maxDiscountMinor: 1_200, currency: 'EUR' },
        ...{ budgetMinor: 4_800_000, startsAt: at(-1), endsAt: at(20), timezone: 'Europe/Berlin' },
      },
    },
  );
  await asked(
    manager,
    'mutation E2eCodes($input: GenerateCouponsInput!) { answer: generateCoupons(input: $input) { couponBatch { id } } }',
    { input: { campaignId: campaign.id, count: 3 } },
  );
  return campaign.id;
}

/** The manager activates a campaign by hand, and requests the approval that this needs. */
async function requestActivation(id: string): Promise<void> {
  const { page } = manager;
  await manager.go(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Activate' }).click();
  const below = page.getByRole('dialog', { name: /^Activate/ });
  await below.getByRole('textbox').fill('Season starts');
  await below.getByRole('button', { name: 'Activate' }).click();
  const question = page.getByRole('dialog', { name: 'Needs approval' });
  await question.getByLabel('Note').fill('Agreed with finance');
  expect(await violations(manager)).toEqual([]);
  await question.getByRole('button', { name: 'Request approval' }).click();
  const done = page.getByRole('dialog', { name: /^Requested, APR-/ });
  await done.waitFor();
  // The dialog below still has what was typed.
  expect(await below.getByRole('textbox').inputValue()).toBe('Season starts');
  await done.getByRole('link', { name: 'Open request' }).click();
  await page.getByText("You requested it and can't decide.").waitFor();
}

it('a manager requests an activation, and an administrator approves it on a phone in three taps', async () => {
  await addAuthenticator(admin);
  const { page } = admin;
  await page.goto('/identity/account');
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.getByLabel('Name, such as').fill('Phone');
  await page.locator('#passkey-confirm').fill(DEMO_PASSWORD);
  await page.locator('#passkey-confirm').press('Enter');
  await page.getByText('Passkey added.').waitFor();
  const id = await draft('E2EFRIDAY', 'Black Friday');
  await requestActivation(id);
  expect(await violations(manager)).toEqual([]);

  await page.goto('/approvals');
  await page.getByRole('link', { name: /Black Friday/ }).tap();
  await page.getByText(/^Unchanged since requested/).waitFor();
  await page.getByText('€48,000').first().waitFor();
  expect(await violations(admin)).toEqual([]);
  await admin.screenshot('approval-phone');
  await page.getByRole('button', { name: 'Approve', exact: true }).tap();
  await page.getByRole('button', { name: 'Use a passkey' }).tap();
  await page.getByText('Approved by Astrid Lindholm').waitFor();

  await manager.go(`/campaigns/${id}`);
  await manager.page.getByText('Running', { exact: true }).first().waitFor();
  expect(await manager.page.getByRole('link', { name: 'Needs approval' }).count()).toBe(0);
});

it('content that changed after the request can only be declined', async () => {
  const id = await draft('E2EMONDAY', 'Cyber Monday');
  await requestActivation(id);
  await manager.go(`/campaigns/${id}`);
  await manager.page.getByRole('link', { name: 'Needs approval' }).waitFor();
  const { version } = await asked<{ version: number }>(
    manager,
    'query E2eVersion($id: ID!) { answer: campaign(id: $id) { version } }',
    { id },
  );
  await asked(
    manager,
    'mutation E2eRaise($input: UpdateCampaignInput!) { answer: updateCampaign(input: $input) { campaign { id } } }',
    { input: { id, expectedVersion: version, patch: { budgetMinor: 4_900_000 } } },
  );
  const { page } = admin;
  await page.goto('/approvals');
  await page.getByRole('link', { name: /Cyber Monday/ }).tap();
  await page.getByText(/^Changed since requested/).waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).isDisabled()).toBe(true);
  const decline = page.getByRole('button', { name: 'Decline' });
  await decline.tap();
  await page.getByText('Give a reason to decline.').waitFor();
  await page.getByLabel('Reason').fill('Ask again with the new budget');
  await decline.tap();
  await page.getByText('Declined by Astrid Lindholm').waitFor();
  await manager.page.reload();
  await manager.page.getByRole('button', { name: 'Activate' }).waitFor();
  expect(await manager.page.getByRole('link', { name: 'Needs approval' }).count()).toBe(0);
  expect([...admin.troubles, ...manager.troubles]).toEqual([]);
});
