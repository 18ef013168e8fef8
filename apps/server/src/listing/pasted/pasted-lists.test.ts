import { randomUUID } from 'node:crypto';
import { checkSymbol } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG, type TestApp } from '../../testing/test-app.ts';
import { insertCampaign, insertCampaignStreamer, insertCoupons, insertStreamer } from '../../testing/test-campaigns.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';

// Lists besides accounts, whose own rules pasted-selection.test.ts checks.

const PASTE = `mutation($input: PasteSelectionInput!) { pasteSelection(input: $input) {
  pastedSelection { id foundBy { match found } } within recordIds unknownAt repeatedAt } }`;
const code = (payload: string) => payload + checkSymbol(payload);
const CODES = ['PASTED00001', 'PASTED00002', 'PASTED00003'].map(code);
const [ELSEWHERE, OF_MINE] = [code('E1SEWHERE01'), code('0FM1NE00001')] as const;

let test: TestApp;
let campaign: string;
let other: string;
let coupons: readonly string[];
let mine: string;
beforeAll(async () => {
  const disclosureBudgets = { ...TEST_CONFIG.disclosureBudgets, exportRowsPerDay: 1_000 };
  test = await createTestApp({ config: { ...TEST_CONFIG, disclosureBudgets } });
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 9);
  await insertStores(pool, 30);
  campaign = await insertCampaign(pool, { state: 'ACTIVE' });
  other = await insertCampaign(pool, { state: 'ACTIVE' });
  const streamer = await insertStreamer(pool, { staff_sub: 'staff-campaign-streamer' });
  await insertCampaignStreamer(pool, { campaign_id: campaign, streamer_id: streamer });
  coupons = await insertCoupons(pool, campaign, CODES);
  [mine = ''] = await insertCoupons(pool, campaign, [OF_MINE], { streamer_id: streamer });
  const [elsewhere] = await insertCoupons(pool, other, [ELSEWHERE]);
  const use = (of: string, coupon: string | undefined, account: number, receipt: string, key: string) =>
    `('${of}', '${coupon}', '${accountId(account)}', 'CONFIRMED', 0, 1, 1, '${receipt}', now(), now(), '${key}', '\\x${'00'.repeat(32)}', 'shop')`;
  // The triggers ask for a slice and a day of the campaign.
  await pool.query(
    `set local session_replication_role = replica;
     insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, coupon_use_no, account_use_no, order_ref, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
     values ${use(campaign, coupons[2], 7, 'R-007', 'a')}, ${use(campaign, mine, 8, 'Till-8', 'b')},
       ${use(other, elsewhere, 9, 'R-TWO', 'c')}, ${use(campaign, coupons[0], 6, 'R-TWO', 'd')}`,
  );
});
afterAll(() => test.close());

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
async function send(query: string, variables: Record<string, unknown>, token: string) {
  const { body } = await test.send(query, variables, { token, headers: { 'idempotency-key': randomUUID() } });
  return { data: body.data && Object.values(body.data as object)[0], error: body.errors?.[0].extensions };
}
async function paste(list: string, entries: readonly string[], token = 'admin', within?: string) {
  const { data, error } = await send(PASTE, { input: { list, entries, within } }, token);
  expect(error).toBeUndefined();
  const { pastedSelection, ...rest } = data;
  const foundBy = Object.fromEntries(
    pastedSelection.foundBy.map(({ match, found }: { match: string; found: number }) => [match, found]),
  );
  return { id: pastedSelection.id as string, foundBy, ...rest };
}
const tried = async (list: string, entries: readonly string[], token: string) =>
  (await send(PASTE, { input: { list, entries } }, token)).error?.code;
async function storesOf(pasted: string, token = 'admin') {
  const query = 'query($filter: StoreFilter) { stores(first: 100, filter: $filter) { nodes { id } count { value } } }';
  const { data } = await send(query, { filter: { pasted: { in: [pasted] } } }, token);
  expect(data.count.value).toBe(data.nodes.length);
  return data.nodes.map(({ id }: { id: string }) => id).sort();
}
async function couponsOf(pasted: string, of = campaign, token = 'admin') {
  const query = 'query($filter: CouponFilter!) { coupons(first: 100, filter: $filter) { nodes { id } } }';
  const { data } = await send(query, { filter: { campaign: { in: [of] }, pasted: { in: [pasted] } } }, token);
  return data.nodes.map(({ id }: { id: string }) => id).sort();
}

describe('a pasted list', () => {
  it('finds stores by number, id and a name that only one of them has', async () => {
    const pasted = await paste('STORES', ['st00001', storeId(2), 'MARKET HALL 5', 'Harbour', 'ST99999', 'ST00002']);
    expect(pasted.foundBy).toEqual({ ID: 1, SID: 1, NAME: 1 });
    expect(pasted).toMatchObject({ within: null, unknownAt: [3, 4], repeatedAt: [5] });
    expect(pasted.recordIds).toEqual([storeId(1), storeId(2), storeId(5), null, null, storeId(2)]);
    expect(await storesOf(pasted.id)).toEqual([storeId(1), storeId(2), storeId(5)]);
    expect(await storesOf(pasted.id, 'marketing')).toEqual([]);
    const { id } = await paste('ACCOUNTS', [accountId(1)]);
    expect(await storesOf(id)).toEqual([]);
    test.now = new Date(test.now.getTime() + 86_400_001);
    expect(await storesOf(pasted.id)).toEqual([]);
    test.now = new Date(test.now.getTime() - 86_400_001);
  });

  it('finds coupons of one campaign by code in any spelling, and by the receipt of their use', async () => {
    const entries = [
      CODES[0]?.toLowerCase() ?? '',
      `${CODES[1]?.slice(0, 4)}-${CODES[1]?.slice(4)}`,
      'r-007',
      ELSEWHERE,
    ];
    const pasted = await paste('COUPONS', [...entries, 'R-TWO', 'no such receipt'], 'admin', campaign);
    expect(pasted.foundBy).toEqual({ CODE: 2, RECEIPT: 1 });
    // Its other use is in the other campaign.
    expect(pasted).toMatchObject({ within: campaign, unknownAt: [3, 5], repeatedAt: [4] });
    expect(await couponsOf(pasted.id)).toEqual([...coupons].sort());
    expect(await couponsOf(pasted.id, other)).toEqual([]);
  });

  it('finds the coupons of the campaign that most belong to, where none is named', async () => {
    const pasted = await paste('COUPONS', [ELSEWHERE, ...CODES, 'R-TWO']);
    expect(pasted).toMatchObject({ within: campaign, unknownAt: [0, 4], repeatedAt: [] });
    expect((await paste('COUPONS', [ELSEWHERE])).within).toBe(other);
    expect((await paste('COUPONS', ['nothing'])).within).toBeNull();
    const { error } = await send(PASTE, { input: { list: 'COUPONS', entries: ['x'], within: 'x' } }, 'admin');
    expect(error).toMatchObject({ code: 'field.invalid' });
  });

  it('finds no coupon by code without the permission to see codes, and none of another streamer', async () => {
    expect(await paste('COUPONS', [...CODES, 'R-007'], 'campaign-viewer')).toMatchObject({
      foundBy: { RECEIPT: 1 },
      unknownAt: [0, 1, 2],
    });
    const own = await paste('COUPONS', [...CODES, OF_MINE, 'R-007', 'Till-8'], 'campaign-streamer');
    expect(own).toMatchObject({ foundBy: { CODE: 1 }, unknownAt: [0, 1, 2, 4], repeatedAt: [5] });
    expect(await couponsOf(own.id, campaign, 'campaign-streamer')).toEqual([mine]);
    expect(await tried('COUPONS', CODES, 'marketing')).toBe('access.denied');
    expect(await tried('STORES', ['1'], 'campaign-viewer')).toBe('access.denied');
  });

  it('finds accounts by receipts and codes that they used, but only for people who see those', async () => {
    const entries = ['r-007', OF_MINE, 'R-TWO', ELSEWHERE];
    const pasted = await paste('ACCOUNTS', entries);
    // Two accounts have this receipt.
    expect(pasted).toMatchObject({ foundBy: { RECEIPT: 1, COUPON: 2 }, unknownAt: [2], repeatedAt: [] });
    expect((await paste('ACCOUNTS', entries, 'marketing')).unknownAt).toEqual([0, 1, 2, 3]);
  });

  it('is taken by each list that has its filter and by no other, counted, and kept under its name [security 27]', async () => {
    await rowsOf('truncate staff_disclosure');
    const names = await send('{ __type(name: "ListName") { enumValues { name } } }', {}, 'admin');
    const takers: string[] = [];
    for (const { name } of names.data.enumValues) {
      const { data } = await send(`{ listCapabilities(list: ${name}) { filters { key } } }`, {}, 'admin');
      const isTaker = data.filters.some(({ key }: { key: string }) => key === 'pasted');
      const { error } = await send(PASTE, { input: { list: name, entries: ['nothing'] } }, 'admin');
      expect(error?.code, name).toBe(isTaker ? undefined : 'field.invalid');
      if (isTaker) takers.push(name);
    }
    expect(takers.length).toBeGreaterThan(2);
    const kept = await rowsOf('select list_name as name from pasted_selection order by id desc limit $1', [
      takers.length,
    ]);
    expect(kept.map(({ name }) => name).sort()).toEqual(takers.sort());
    expect(await rowsOf('select sum(amount)::int as sum from staff_disclosure')).toEqual([{ sum: takers.length }]);
  });
});
