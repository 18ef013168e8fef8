import { createHash, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, send } from './harness/api.ts';
import { AXE_NEEDS, violations } from './harness/axe.ts';
import { launchBrowser } from './harness/browser.ts';
import { asOwner, holdMaintenance } from './harness/database.ts';
import { duplicateOf, publishedGiveaway } from './harness/giveaways.ts';
import { plainPng } from './harness/png.ts';
import { productFolder, productUrl } from './harness/product-url.ts';
import { type Visit, visitAs } from './harness/visit.ts';

const url = productUrl();
const folder = productFolder();
const code = `E2E-${randomUUID().slice(0, 8).toUpperCase()}`;
const title = `Giveaway ${code}`;
const PROGRAM = `Basic ${Buffer.from('demo-pos:demo-pos-secret').toString('base64')}`;
const ENTRANTS = 6;
let browser: Browser;
let admin: Visit;
let page: Page;
let path = '';
let id = '';
let token = '';
let release: (() => Promise<void>) | undefined;
const entrants: { readonly id: string; readonly name: string }[] = [];

beforeAll(async () => {
  // The server settles a giveaway automatically, up to a minute after its last prize was given.
  if (folder) release = await holdMaintenance(folder, 'giveaway.settle');
  browser = await launchBrowser();
  admin = await visitAs(browser, url, 'admin', '/', { ...AXE_NEEDS, expected: [/status of 4\d\d/] });
  page = admin.page;
  if (!folder) return;
  id = await publishedGiveaway(admin, code, title);
  path = `/giveaways/${id}/transactions`;
  await page.goto(path);
});
afterAll(async () => {
  await admin?.close();
  await browser?.close();
  await release?.();
});

const button = (label: string) => page.getByRole('button', { name: label, exact: true });
const tab = (label: string) => page.getByRole('tab', { name: label });
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

/** Sends a mutation as a machine client. */
async function machine(query: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  if (token === '') {
    const asked = await fetch(`${url}/identity/token`, {
      method: 'POST',
      headers: { authorization: PROGRAM },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    token = ((await asked.json()) as { access_token: string }).access_token;
  }
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { giveawayId: id, ...input } } }),
  });
  const { data } = (await answer.json()) as { data: { done: { outcome: string } } };
  return data.done.outcome;
}

const enter = (accountId: string, tickets: number) =>
  machine('mutation E($input: EnterGiveawayInput!) { done: enterGiveaway(input: $input) { outcome } }', {
    key: randomUUID(),
    accountId,
    tickets,
  });
const claim = (accountId: string) =>
  machine('mutation C($input: ClaimGiveawayPrizeInput!) { done: claimGiveawayPrize(input: $input) { outcome } }', {
    accountId,
  });

type Rules = Readonly<Record<string, unknown>>;

/** Canonical JSON (RFC 8785, as far as rules need it). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join(',')}}`;
}

/** Moves the dates of the giveaway as if it had been published with them, and recomputes the hash of its rules. */
async function moveDates(dates: { opensAt: Date; closesAt: Date; drawAt: Date }, frozenAt?: Date): Promise<void> {
  const { body } = await send(
    admin,
    `query E2eGiveaway($id: ID!) { giveaway(id: $id) { code rulesI18n store { id } countryCodes minAge timezone maxTicketsPerAccount maxEntries
      entryCostPoints alternates claimDays prizes { rank titleI18n quantity kind points campaign { id } valueMinor currency } } }`,
    { id },
  );
  if (!body.data) throw new Error(JSON.stringify(body.errors));
  const { store, prizes, countryCodes, ...plain } = body.data['giveaway'] as unknown as Rules & {
    readonly store: { readonly id: string } | null;
    readonly countryCodes: readonly string[];
    readonly prizes: readonly (Rules & { readonly campaign: { readonly id: string } | null })[];
  };
  const rules = {
    ...plain,
    ...{ giveawayId: id, algorithm: 'gw-draw-v1', drawMode: 'COMMIT_REVEAL', sponsorStoreId: store?.id ?? null },
    countryCodes: [...countryCodes].sort(),
    ...{
      opensAt: dates.opensAt.toISOString(),
      closesAt: dates.closesAt.toISOString(),
      drawAt: dates.drawAt.toISOString(),
    },
    prizes: prizes.map(({ campaign, ...prize }) => ({ ...prize, campaignId: campaign?.id ?? null })),
  };
  const hash = createHash('sha256').update(canonical(rules)).digest('hex');
  const frozen = frozenAt === undefined ? '' : `, frozen_at = '${frozenAt.toISOString()}'`;
  await asOwner(
    folder ?? '',
    `begin; alter table giveaway disable trigger giveaway_check_change;
     update giveaway set opens_at = '${rules.opensAt}', closes_at = '${rules.closesAt}', draw_at = '${rules.drawAt}',
       published_at = '${new Date(dates.opensAt.getTime() - 3_600_000).toISOString()}', rules_hash = decode('${hash}', 'hex')${frozen}
     where id = '${id}';
     alter table giveaway enable trigger giveaway_check_change; commit`,
  );
}

const ago = (minutes: number) => new Date(Math.floor(Date.now() / 1000) * 1000 - minutes * 60_000);

describe.skipIf(folder === undefined)('a giveaway from published to settled', () => {
  it('high prizes require a registration, an entry cost requires a confirmation, and the picture shows at once', async () => {
    const dear = await duplicateOf(admin, 'ROAD-TRIP-27', `${code}-US`, { entryCostPoints: 5 });
    await page.goto(`/giveaways/${dear}/transactions?tab=details`);
    // A copy has the picture of its original.
    const picture = async () =>
      new URL((await page.locator('img[width="96"]').getAttribute('src')) ?? '', url).pathname;
    const original = await picture();
    await button('Upload').click();
    const input = dialog(/^Picture of /).locator('input[type=file]');
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await page.getByText('Not a PNG, JPEG or WebP picture').waitFor();
    await input.setInputFiles({ name: 'van.png', mimeType: 'image/png', buffer: plainPng(64, 48, [30, 140, 70]) });
    await button('Use picture').click();
    await expect.poll(picture).not.toBe(original);
    expect(await button('Publish').isDisabled()).toBe(true);
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Record registration' }).click();
    const register = dialog('Registration in New York and Florida');
    await register.getByText(/^Prizes worth \$6,400 in the United States/).waitFor();
    await register.getByRole('textbox', { name: 'New York number' }).fill('NY-26-1042');
    await register.getByRole('textbox', { name: 'Florida number' }).fill('FL-26-77');
    await page.keyboard.press('Control+Enter');
    await register.waitFor({ state: 'hidden' });
    await page.getByText('NY-26-1042').waitFor();
    await button('Publish').press('Enter');
    const ask = page.getByRole('dialog', { name: /^Publish/ });
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Registered in both states');
    await ask.getByRole('textbox', { name: `Type ${code}-US to confirm` }).fill(`${code}-US`);
    expect(await ask.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await ask.getByRole('checkbox', { name: /paid entries are legal/ }).check();
    expect(await ask.getByRole('button', { name: 'Publish' }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.goto(path);
  });

  it('machine clients enter accounts, which the open list offers as new; one is disqualified and reinstated [giveaways 9]', async () => {
    await moveDates({ opensAt: ago(1_440), closesAt: ago(-60), drawAt: ago(-90) });
    await page.reload();
    await page.getByText('Open', { exact: true }).first().waitFor();
    // Later entries are new to the list, so it must be loaded first.
    await page.getByRole('grid').getByText('Points reserved').waitFor();
    const there = { state: { in: ['ACTIVE'] }, country: { in: ['DE', 'GB', 'JP', 'ES', 'FR'] } };
    for (const account of await accounts(admin, there, 100)) {
      if (entrants.length === ENTRANTS) break;
      const tickets = 1 + (entrants.length % 3);
      if ((await enter(account.id, tickets)) === 'ENTERED')
        entrants.push({ id: account.id, name: account.displayName ?? `#${account.number}` });
    }
    expect(entrants.length).toBe(ENTRANTS);
    expect(await enter(entrants[0]?.id ?? '', 1)).toBe('ALREADY_ENTERED');
    await page.getByRole('button', { name: /^6 new/ }).click();
    await expect.poll(() => page.getByRole('grid').getByText('Entered').count()).toBe(ENTRANTS);
    await tab('Entries').click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(ENTRANTS);
    await page
      .getByRole('grid')
      .getByRole('link', { name: entrants[0]?.name ?? '', exact: true })
      .press('Enter');
    const drawer = page.locator('.mantine-Drawer-content');
    await drawer.getByRole('button', { name: 'Disqualify' }).click();
    const ask = page.getByRole('dialog', { name: /^Disqualify/ });
    await ask.getByRole('textbox', { name: 'Reason' }).fill('Seems to be a script');
    await ask.getByRole('button', { name: 'Disqualify' }).click();
    await drawer.getByText('Seems to be a script').waitFor();
    await drawer.getByRole('button', { name: 'Reinstate' }).click();
    await page
      .getByRole('dialog', { name: /^Reinstate/ })
      .getByRole('textbox', { name: 'Reason' })
      .fill('It was a mistake');
    await page.keyboard.press('Control+Enter');
    await drawer.getByText('Valid').first().waitFor();
    expect(await violations(admin)).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
  });

  it('freezes and draws automatically; the proof is verified in the browser, a tampered one is rejected [giveaways 10]', async () => {
    const past = { opensAt: ago(1_440), closesAt: ago(15), drawAt: ago(1) };
    await moveDates(past);
    const stateIs = async () => {
      const { body } = await send(admin, 'query S($id: ID!) { giveaway(id: $id) { state } }', { id });
      return (body.data?.['giveaway'] as unknown as { state: string } | undefined)?.state;
    };
    await expect.poll(stateIs).toMatch(/FROZEN|DRAWN/);
    await moveDates(past, new Date(past.closesAt.getTime() + 1_000));
    await expect.poll(stateIs).toBe('DRAWN');
    await page.goto(`${path}?tab=proof`);
    await page.getByText('Drawn', { exact: true }).first().waitFor();
    await button('Verify in this browser').click();
    await page.getByRole('heading', { name: 'Verified in this browser' }).waitFor();
    expect(await violations(admin)).toEqual([]);
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: /Download/ })
      .first()
      .click();
    const file = await (await download).path();
    const bundle = JSON.parse(await readFile(file, 'utf8')) as { content: { draw: { seed: string } } };
    const { seed } = bundle.content.draw;
    bundle.content.draw.seed = `${seed.startsWith('0') ? '1' : '0'}${seed.slice(1)}`;
    const tampered = join(tmpdir(), `${code}.json`);
    await writeFile(tampered, JSON.stringify(bundle));
    await page.locator('input[type=file][accept*=json]').setInputFiles(tampered);
    await page.getByRole('heading', { name: 'The proof is not valid' }).waitFor();
  });

  it('winners are reviewed and announced; one forfeits, the alternate moves up, prizes are claimed and handed out [giveaways 11]', async () => {
    await tab('Winners').click();
    await expect.poll(() => page.locator('[data-row]').count()).toBe(5);
    await button('Announce winners').click();
    const ask = dialog(`Announce the winners of ${title}?`);
    await ask.getByText('2 of 2 winners are eligible').waitFor();
    expect(await ask.getByRole('button', { name: 'Announce winners' }).isDisabled()).toBe(true);
    expect(await violations(admin)).toEqual([]);
    await ask.getByRole('checkbox', { name: 'I have reviewed each winner' }).check();
    await ask.getByRole('button', { name: 'Announce winners' }).dblclick();
    await ask.waitFor({ state: 'hidden' });
    await page.getByText('Announced').first().waitFor();
    await page.locator('[data-row]').first().getByRole('link').press('Enter');
    const drawer = page.locator('.mantine-Drawer-content');
    await drawer.getByText(/left$/).waitFor();
    await drawer.getByRole('button', { name: 'Forfeit prize' }).click();
    const forfeit = page.getByRole('dialog', { name: /^Forfeit the prize of/ });
    await forfeit.getByText(/^A bicycle goes to the next alternate/).waitFor();
    await forfeit.getByRole('textbox', { name: 'Reason' }).fill('Works for the sponsor');
    await forfeit.getByRole('button', { name: 'Forfeit prize' }).click();
    await drawer.getByText('Replaced by 3').waitFor();
    await page.keyboard.press('Escape');
    const { body } = await send(
      admin,
      `query W($id: ID!) { giveawayWinners(first: 10, filter: { giveaway: { in: [$id] } }) { nodes { position state account { id } } } }`,
      { id },
    );
    if (!body.data) throw new Error(JSON.stringify(body.errors));
    const { nodes } = body.data['giveawayWinners'] as unknown as {
      nodes: { position: number; state: string; account: { id: string } }[];
    };
    const at = (position: number) => nodes.find((winner) => winner.position === position)?.account.id ?? '';
    expect(await claim(at(1))).toBe('FORFEITED');
    expect(await claim(at(2))).toBe('GRANTED');
    expect(await claim(at(3))).toBe('CLAIMED');
    await page.reload();
    await page.locator('[data-row]').nth(2).getByRole('link').press('Enter');
    await drawer.getByText('Replaces 1').waitFor();
    await drawer.getByRole('button', { name: 'Mark as fulfilled' }).click();
    await page
      .getByRole('dialog', { name: /as fulfilled\?$/ })
      .getByRole('button', { name: 'Mark as fulfilled' })
      .click();
    await drawer.getByText('Fulfilled', { exact: true }).first().waitFor();
    expect(await violations(admin)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('is settled; its transactions, its history and the account show every step [spec 1.7, 2.14] [giveaways 11]', async () => {
    await button('Settle').click();
    const ask = page.getByRole('dialog', { name: `Settle ${title}?` });
    await ask.getByRole('textbox', { name: 'Reason' }).fill('All prizes are given');
    await ask.getByRole('button', { name: 'Settle' }).click();
    await ask.waitFor({ state: 'hidden' });
    await page.getByText('Settled').first().waitFor();
    await tab('Transactions').click();
    for (const word of ['Settled', 'Prize granted', 'Moved up', 'Forfeited'])
      await page.getByRole('grid').getByText(word, { exact: true }).first().waitFor();
    await tab('History').click();
    for (const word of ['All prizes are given', 'Works for the sponsor', 'Checked with the lawyers'])
      await page.getByText(word).first().waitFor();
    await page.goto(`/accounts/${entrants[0]?.id}?tab=giveaways`);
    await page.getByRole('link', { name: title }).waitFor();
    expect(await violations(admin)).toEqual([]);
  });

  it('the list, the record and its drawer fit a phone, and marketing sees only its own actions [spec 2.13] [giveaways 12]', async () => {
    const phone = { viewport: { width: 375, height: 740 }, hasTouch: true };
    const visit = await visitAs(browser, url, 'marketing', '/giveaways', { ...phone, ...AXE_NEEDS });
    const { page: small } = visit;
    await small.getByRole('link', { name: new RegExp(title) }).click();
    await small.getByRole('heading', { level: 1, name: title }).waitFor();
    await visit.settled();
    expect(await small.getByRole('button', { name: 'Duplicate' }).count()).toBe(1);
    expect(
      await visit.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await violations(visit)).toEqual([]);
    await small.getByRole('tab', { name: 'Winners' }).click();
    await small.locator('[data-row]').first().click();
    await small.locator('.mantine-Drawer-content').waitFor();
    expect(await small.getByRole('button', { name: 'Forfeit prize' }).count()).toBe(0);
    expect(await violations(visit)).toEqual([]);
    await visit.close();
  });
});
