import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { runningCampaign } from './harness/campaigns.ts';
import { asOwner } from './harness/database.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const code = `LEAK-${Date.now().toString(36).toUpperCase()}`;
const folder = productFolder();
let browser: Browser;
let admin: Visit;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, productUrl(), 'admin', '/campaigns', AXE_NEEDS);
  page = admin.page;
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

/** The codes of a new campaign. */
async function codesOf(name: string): Promise<readonly string[]> {
  const campaignId = (await runningCampaign(admin, name, name)).split('/').at(-1);
  const { nodes } = await asked<{ nodes: readonly { id: string }[] }>(
    admin,
    'query E2eCodes($filter: CouponFilter!) { answer: coupons(first: 3, filter: $filter) { nodes { id } } }',
    { filter: { campaign: { in: [campaignId] } } },
  );
  const { coupons } = await asked<{ coupons: readonly { formatted: string }[] }>(
    admin,
    'mutation E2eReveal($input: RevealCouponsInput!) { answer: revealCoupons(input: $input) { coupons { formatted } } }',
    { input: { campaignId, ids: nodes.map(({ id }) => id) } },
  );
  return coupons.map(({ formatted }) => formatted);
}

it('leaked codes of two campaigns are found from a file and disabled in one job, and their holders get and hear of new ones [coupons 4]', async () => {
  const codes = [...(await codesOf(`${code}-A`)), ...(await codesOf(`${code}-B`))];
  // The first code is a prize of a giveaway.
  await asOwner(
    folder ?? '',
    `update coupon set account_id = (select id from account where state = 'ACTIVE' limit 1), distributed_at = now()
     where id = (select k.id from coupon k join campaign c on c.id = k.campaign_id where c.code = $1 limit 1)`,
    [`${code}-A`],
  );
  await admin.go('/campaigns?check');
  const drawer = page.locator('.mantine-Drawer-content');
  const file = {
    name: 'leaked.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from([...codes, 'AAAA-AAAA-AAAA'].join('\n')),
  };
  await drawer.locator('input[type=file]').setInputFiles(file);
  await drawer.getByText('6 found').waitFor();
  await drawer.getByRole('button', { name: 'Copy lines: 1 unknown' }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await drawer.getByRole('button', { name: 'Disable' }).click();
  const ask = page.getByRole('dialog', { name: 'Disable 6 codes?' });
  await ask.getByText('6 will be disabled').waitFor();
  await ask.getByRole('checkbox', { name: 'Reissue to 1 holder' }).waitFor();
  expect(await violations(admin)).toEqual([]);
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Posted on a forum');
  await ask.getByRole('button', { name: 'Disable' }).click();
  await ask.waitFor({ state: 'hidden' });
  await expect.poll(() => drawer.locator('ul').first().textContent(), { timeout: 20_000 }).toMatch(/^Disabled6$/);
  const shown = page.url();
  await drawer.getByRole('link', { name: 'Notify 1 holder' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(code);
  await page.getByText(`${code}-A`).first().waitFor();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: code }).waitFor();
  await page.getByRole('button', { name: 'Send notification', exact: true }).waitFor();
  expect(await page.getByRole('tab', { name: /^Members/ }).textContent()).toMatch(/1$/);
  await admin.go(new URL(shown).pathname + new URL(shown).search);
  await drawer.getByRole('link', { name: `${code}-A` }).click();
  await page.getByRole('tab', { name: 'Coupons' }).waitFor();
  await expect.poll(() => page.getByRole('grid').getByRole('link').count()).toBe(3);
});
