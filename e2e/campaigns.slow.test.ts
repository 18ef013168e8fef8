import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { runningCampaign } from './harness/campaigns.ts';
import { productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const code = `E2E-${Date.now().toString(36).toUpperCase()}`;
const name = `Campaign ${code}`;
const TILL = `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}`;
const REDEEM = `mutation R($input: RedeemCouponInput!) { redeemCoupon(input: $input) { outcome } }`;
let browser: Browser;
let admin: Visit;
let page: Page;
let path = '';
let whole = '';

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/campaigns', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
  path = await runningCampaign(admin, code, name);
  await page.goto(path);
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });

/** Redeems the code for an account, as a point of sale. */
async function redeem(account: string): Promise<string> {
  const asked = await fetch(`${url}/identity/token`, {
    method: 'POST',
    headers: { authorization: TILL },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = (await asked.json()) as { access_token: string };
  const input = { key: randomUUID(), code: whole, accountId: account, orderMinor: 5_000, currency: 'EUR' };
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: REDEEM, variables: { input } }),
  });
  const { data } = (await answer.json()) as { data: { redeemCoupon: { outcome: string } } };
  return data.redeemCoupon.outcome;
}

it('reveals and checks a code; its redemption by a point of sale appears at once in the ticker, and in the header of every tab [campaigns 10]', async () => {
  await page.getByRole('grid').getByRole('link').first().press('Enter');
  const drawer = page.locator('.mantine-Drawer-content');
  await drawer.getByRole('button', { name: /^Reveal/ }).click();
  whole = (await drawer.locator('.bc-id').first().locator('span').first().textContent()) ?? '';
  expect(whole).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  // Also without any focus, as after a pressed button became disabled.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  const [account] = await accounts(admin, { state: { in: ['ACTIVE'] } }, 1);
  await page.getByRole('tab', { name: 'Check' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(` ${whole.toLowerCase()} `);
  await page.getByRole('textbox', { name: 'Account' }).fill(String(account?.number));
  await page.getByRole('textbox', { name: 'Order' }).fill('50');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This code would be accepted' }).waitFor();
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await page.getByText('No activity yet. Redemptions appear here').waitFor();
  const other = await page.context().newPage();
  await other.goto(`${path}?tab=details`);
  await other.getByText('Budget used €0 of €1,000', { exact: true }).waitFor();
  expect(await redeem(account?.id ?? '')).toBe('CONFIRMED');
  await page.getByRole('region', { name: 'Live activity' }).getByText('€6.25').waitFor();
  for (const tab of ['details', 'history', 'check', 'redemptions', 'coupons']) {
    await other.getByText('Budget used €6.25 of €1,000', { exact: true }).waitFor();
    await other.getByText('Redemptions 1', { exact: true }).waitFor();
    await other.locator(`#record-tab-${tab}`).click();
  }
  await other.close();
  expect(await redeem(account?.id ?? '')).not.toBe('CONFIRMED');
  expect(await violations(admin)).toEqual([]);
});

it('reverses the redemption for a reason [campaigns 10]', async () => {
  await page.getByRole('tab', { name: 'Redemptions' }).click();
  await page.getByRole('grid').getByRole('link').first().press('Enter');
  await button('Roll back').click();
  const ask = page.getByRole('dialog', { name: 'Roll back this redemption?' });
  await ask.getByText('€6.25').waitFor();
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Order was returned');
  await ask.getByRole('button', { name: 'Roll back' }).click();
  await page.locator('.mantine-Drawer-content').getByText('Order was returned').waitFor();
  await page.keyboard.press('Escape');
});

it('all tabs work by keyboard alone, two Escapes close two layers, and axe finds nothing [campaigns 8]', async () => {
  const tabs = page.getByRole('tablist', { name: 'Record sections' });
  const names = await tabs.getByRole('tab').evaluateAll((all) => all.map(({ id }) => id));
  expect(names.length).toBe(6);
  await tabs.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Home');
  for (const [index, name] of names.entries()) {
    if (index > 0) await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(name);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(`#${name}`).getAttribute('aria-selected')).toBe('true');
    await admin.settled();
    expect(await violations(admin), name).toEqual([]);
    // The actions of the panel are the next Tab stop, and Shift+Tab returns to its tab; the details are read-only.
    await page.keyboard.press('Tab');
    const isInside = await page.evaluate(() => document.activeElement?.closest('[role="tabpanel"]') !== null);
    expect(isInside, name).toBe(name !== 'record-tab-details');
    await page.keyboard.press('Shift+Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe(name);
  }
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  const first = page.getByRole('grid').getByRole('link').first();
  await first.press('Enter');
  await page.locator('.mantine-Drawer-content').getByRole('button', { name: 'Disable' }).press('Enter');
  await page.getByRole('dialog', { name: /^Disable the code/ }).waitFor();
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
});

it('cancels it by typing its code; the history shows every step, and its streamer sees an announcement at once, until it is dismissed [campaigns 6, 10]', async () => {
  const { body } = await send(
    admin,
    'query E2eStreamer($id: ID!) { streamers(first: 1, search: "Sora") { nodes { id } } campaign(id: $id) { version } }',
    { id: path.split('/').at(-1) },
  );
  const { streamers, campaign } = (body.data ?? {}) as unknown as {
    streamers: { nodes: { id: string }[] };
    campaign: { version: number };
  };
  const named = await send(
    admin,
    'mutation E2eName($id: ID!, $v: Int!, $patch: CampaignPatchInput!) { updateCampaign(input: { id: $id, expectedVersion: $v, patch: $patch }) { campaign { id } } }',
    { id: path.split('/').at(-1), v: campaign.version, patch: { streamers: [{ streamerId: streamers.nodes[0]?.id }] } },
  );
  expect(named.body.errors).toBeUndefined();
  await page.reload();
  const streamer = await visitAs(browser, url, 'streamer', '/campaigns?tab=all', AXE_NEEDS);
  const told = streamer.page.getByRole('region', { name: 'Campaign news' });
  await streamer.page.getByRole('link', { name }).waitFor();
  await button('More actions').click();
  await page.getByRole('menuitem', { name: 'Cancel campaign' }).click();
  const ask = page.getByRole('dialog', { name: `Cancel ${name}?` });
  await ask.getByRole('textbox', { name: 'Reason' }).fill('Made by a test');
  expect(await ask.getByRole('button', { name: 'Cancel campaign' }).isDisabled()).toBe(true);
  await ask.getByRole('textbox', { name: `Type ${code} to confirm` }).fill(code);
  await ask.getByRole('button', { name: 'Cancel campaign' }).click();
  await ask.waitFor({ state: 'hidden' });
  await page.getByText('Canceled').first().waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  for (const word of ['Canceled', 'Activated', 'Created']) await page.getByText(word).first().waitFor();
  await told.getByText(new RegExp(`^${name} was canceled on .* Its codes no longer work\\.$`)).waitFor();
  expect(await streamer.page.getByText('Made by a test').count()).toBe(0);
  await streamer.settled();
  expect(await violations(streamer)).toEqual([]);
  await told.getByRole('button', { name: `Dismiss news about ${name}` }).press('Enter');
  await told.getByText(name).waitFor({ state: 'hidden' });
  await streamer.settled();
  await streamer.page.reload();
  await streamer.page.getByRole('link', { name }).waitFor();
  await streamer.settled();
  expect(await told.getByText(name).count()).toBe(0);
  await streamer.close();
});

it('a viewer can unfold figures, and finds no link to a page without access [spec 2.15] [campaigns 12]', async () => {
  const viewer = await visitAs(browser, url, 'viewer', '/campaigns', AXE_NEEDS);
  const row = viewer.page.getByRole('row').filter({ hasText: 'AUTUMN-LIVE-26' });
  await row.getByRole('button', { name: 'Details of Autumn live drops' }).press('Enter');
  await viewer.page.getByRole('region', { name: 'Figures' }).getByText('Budget used').waitFor();
  await viewer.page.getByText('Frida Nordahl').first().waitFor();
  expect(await viewer.page.getByRole('link', { name: 'Open campaign' }).count()).toBe(0);
  expect(await viewer.page.getByRole('button', { name: 'New campaign' }).count()).toBe(0);
  await viewer.settled();
  expect(await violations(viewer)).toEqual([]);
  await viewer.page.goto(path);
  await viewer.page.waitForURL(/\/no-access/);
  await viewer.close();
});

it('a streamer sees their campaigns with their own codes and figures, and nothing of others [campaigns 12, 16]', async () => {
  const streamer = await visitAs(browser, url, 'streamer', '/campaigns', AXE_NEEDS);
  await streamer.page.getByRole('img', { name: 'QR code of SORA5' }).waitFor();
  await streamer.settled();
  for (const other of ['Frida Nordahl', 'NORDLYS5', 'Black week'])
    expect(await streamer.page.getByText(other).count()).toBe(0);
  expect(await violations(streamer)).toEqual([]);
  await streamer.page.getByRole('link', { name: 'All campaigns' }).click();
  await streamer.page.getByRole('grid').getByRole('link').first().waitFor();
  expect(await streamer.page.getByText('Black week').count()).toBe(0);
  await streamer.page.getByRole('link', { name: 'Streamer week' }).click();
  const own = streamer.page.getByRole('region', { name: 'Your codes' });
  await own.getByText('SORA5').first().waitFor();
  await streamer.page.getByRole('link', { name: 'Autumn live drops' }).click();
  await own
    .getByRole('button', { name: /^Reveal the code/ })
    .first()
    .click();
  await own
    .getByText(/^LIVE-/)
    .first()
    .waitFor();
  for (const other of ['Frida Nordahl', 'NORDLYS5', 'Kenji Watanabe'])
    expect(await streamer.page.getByText(other).count()).toBe(0);
  await streamer.settled();
  expect(await violations(streamer)).toEqual([]);
  await streamer.close();
});

it('a streamer can open only campaigns that name them [spec 2.20] [campaigns 15]', async () => {
  const streamer = await visitAs(browser, url, 'streamer', '/campaigns', AXE_NEEDS);
  const idOf = async (title: string) => {
    const { body } = await send(
      admin,
      'query E2eId($title: String) { campaigns(first: 1, search: $title) { nodes { id } } }',
      { title },
    );
    return (body.data?.['campaigns'] as unknown as { nodes: { id: string }[] } | undefined)?.nodes[0]?.id ?? '';
  };
  const own = await idOf('Autumn live drops');
  const asked: unknown[] = [];
  streamer.page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/graphql') return;
    const { variables } = request.postDataJSON() as { variables?: { id?: string; locale?: string } };
    if (variables?.id !== undefined && variables.locale !== undefined) asked.push(variables.id);
  });
  await streamer.page.goto(`/campaigns/${own}`);
  await streamer.page.getByRole('heading', { level: 1, name: 'Autumn live drops' }).waitFor();
  await streamer.page.getByRole('region', { name: 'Your codes' }).waitFor();
  expect(await streamer.page.getByText('Frida Nordahl').count()).toBe(0);
  await streamer.settled();
  // The page reuses the answer of the check.
  expect(asked).toEqual([own]);
  expect(await violations(streamer)).toEqual([]);
  await streamer.page.goto(`/campaigns/${await idOf('Black week')}`);
  await streamer.page.getByRole('heading', { level: 1, name: "You don't have access to this page" }).waitFor();
  await streamer.page.getByText("isn't shared with you").waitFor();
  expect(new URL(streamer.page.url()).pathname).toBe('/no-access');
  await streamer.settled();
  expect(await violations(streamer)).toEqual([]);
  expect(streamer.troubles).toEqual([]);
  await streamer.close();
});
