import { text } from 'node:stream/consumers';
import { checkSymbol, formatCouponCode } from '@backcounter/domain';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { fileApp, startFileWorker } from '../../../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import type { TestRequest } from '../../../testing/test-app.ts';
import {
  insertCampaign,
  insertCampaignStreamer,
  insertCoupons,
  insertStreamer,
  setCampaignState,
} from '../../../testing/test-campaigns.ts';
import { untilJob } from '../../../testing/test-worker.ts';
import { FORMATTED_SQL } from './coupon-sql.ts';

const LIST = `query L($filter: CouponFilter!, $search: String, $first: Int, $after: String) {
  coupons(filter: $filter, search: $search, first: $first, after: $after) {
    nodes { id last4 kind state status version usesConfirmed usesReserved usesMax streamer { name } batch { number } validFrom validUntil
      lastUsedAt heldUntil disabledReason accountId distributedAt createdAt actions { action isAllowed refusal } }
    pageInfo { hasNextPage endCursor } count { kind value } matchedBy } }`;
const REVEAL =
  'mutation R($c: ID!, $ids: [ID!]!) { revealCoupons(input: { campaignId: $c, ids: $ids }) { coupons { id code formatted } } }';
const DISABLE = `mutation D($c: ID!, $id: ID!, $v: Int!, $reason: String!) {
  disableCoupon(input: { campaignId: $c, id: $id, expectedVersion: $v, reason: $reason }) { coupon { state status version disabledReason updatedBy { sub } } } }`;
const ENABLE = `mutation E($c: ID!, $id: ID!, $v: Int!) {
  enableCoupon(input: { campaignId: $c, id: $id, expectedVersion: $v }) { coupon { state version disabledReason history { nodes { action outcome reason } } } } }`;
const BULK = 'mutation B($input: StartCouponBulkInput!) { startCouponBulk(input: $input) { job { id summary } } }';
const DRY = `query P($selection: CouponSelection!, $action: CouponBulkAction!) {
  previewCouponBulk(selection: $selection, action: $action) { total groups { outcome reason count samples { last4 } } } }`;

const code = (payload: string): string => payload + checkSymbol(payload);
/** Plain coupons, then one of each status. */
const PLAIN = Array.from({ length: 30 }, (_, index) => code(`AAAA${String(index).padStart(2, '0')}BBBBB`));
const VIEWER = { token: 'campaign-viewer' } as const;
const STREAMER = { token: 'campaign-streamer' } as const;
const MANAGER = { token: 'campaign-manager' } as const;

let campaign: string;
let ids: Record<string, string>;
let mine: string;
let other: string;
const test = await fileApp();
beforeAll(async () => {
  test.now = new Date();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 3);
  campaign = await insertCampaign(pool, { state: 'ACTIVE' });
  mine = await insertStreamer(pool, { display_name: 'Ninja', staff_sub: 'staff-campaign-streamer' });
  other = await insertStreamer(pool, { display_name: 'Kenji' });
  for (const streamer_id of [mine, other]) await insertCampaignStreamer(pool, { campaign_id: campaign, streamer_id });
  await insertCoupons(pool, campaign, PLAIN.slice(0, 28));
  const [one] = await insertCoupons(pool, campaign, PLAIN.slice(28, 29), { streamer_id: mine });
  const [two] = await insertCoupons(pool, campaign, PLAIN.slice(29), { streamer_id: other });
  const soon = new Date(Date.now() + 3_600_000);
  const past = new Date(Date.now() - 1_000);
  const make = async (payload: string, row: Record<string, unknown>) =>
    (await insertCoupons(pool, campaign, [code(payload)], row))[0] ?? '';
  ids = {
    mine: one ?? '',
    other: two ?? '',
    NOT_YET_VALID: await make('FVTVRE00000', { valid_from: soon }),
    EXPIRED: await make('PAST0000000', { valid_until: past }),
    DISABLED: await make('D1SAB1ED000', { state: 'DISABLED', disabled_reason: 'leaked' }),
    REDEEMED: await make('REDEEMED000', { redemptions_count: 1 }),
    RESERVED: await make('RESERVED000', { reserved_count: 1 }),
  };
});
startFileWorker(test);
beforeEach(() => {
  test.now = new Date();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
async function list(filter: Record<string, unknown> = {}, more: Record<string, unknown> = {}, request?: TestRequest) {
  const { body } = await test.send(LIST, { filter: { campaign: { in: [campaign] }, ...filter }, ...more }, request);
  if (body.errors) return { error: body.errors[0].extensions };
  return { page: body.data.coupons };
}
const foundIds = async (filter?: Record<string, unknown>, more?: Record<string, unknown>, request?: TestRequest) =>
  (await list(filter, more, request)).page.nodes.map(({ id }: { id: string }) => id);

it('lists the coupons of one campaign, newest first, in pages, without their codes [spec 1.8]', async () => {
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { page } = await list({}, { first: 10, after });
    seen.push(...page.nodes.map(({ id }: { id: string }) => id));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  const all = await rowsOf('select id from coupon where campaign_id = $1 order by id desc', [campaign]);
  expect(seen).toEqual(all.map(({ id }) => id));
  const { page } = await list();
  expect(page.count).toEqual({ kind: 'EXACT', value: all.length });
  const told = JSON.stringify(page);
  for (const plain of PLAIN) expect(told).not.toContain(plain.slice(0, 8));
  expect((await test.send(LIST, { filter: {} })).body.errors[0].extensions.code).toBe('filter.invalid');
});

it('derives every status, and filters by it exactly [coupons 3]', async () => {
  for (const status of ['NOT_YET_VALID', 'EXPIRED', 'DISABLED', 'REDEEMED', 'RESERVED']) {
    const { page } = await list({ status: { in: [status] } });
    expect(
      page.nodes.map(({ id, status: is }: { id: string; status: string }) => [id, is]),
      status,
    ).toEqual([[ids[status], status]]);
  }
  expect((await list({ status: { in: ['ACTIVE'] } })).page.count.value).toBe(30);
  expect((await list({ status: { notIn: ['ACTIVE', 'REDEEMED'] } })).page.count.value).toBe(4);
  expect((await list({ status: { in: ['CAMPAIGN_OFF'] } })).page.nodes).toEqual([]);
  expect(await foundIds({ used: true })).toEqual([ids['REDEEMED']]);
  expect((await list({ used: false })).page.count.value).toBe(34);
  await setCampaignState(test.database.ownerPool, campaign, 'PAUSED');
  expect(await foundIds({ status: { in: ['CAMPAIGN_OFF'] } }, { first: 100 })).toHaveLength(33);
  expect(await foundIds({ status: { in: ['REDEEMED', 'DISABLED'] } })).toEqual([ids['REDEEMED'], ids['DISABLED']]);
  expect(await foundIds({ status: { in: ['ACTIVE', 'RESERVED', 'EXPIRED', 'NOT_YET_VALID'] } })).toEqual([]);
  await setCampaignState(test.database.ownerPool, campaign, 'ACTIVE');
  const past = { validUntil: { to: new Date().toISOString() } };
  expect(await foundIds(past)).toEqual([ids['EXPIRED']]);
  const [batch] = await rowsOf('select batch_id from coupon where id = $1', [ids['mine']]);
  expect(await foundIds({ batch: { in: [batch.batch_id] } })).toEqual([ids['mine']]);
  expect(await foundIds({ streamer: { in: [other] } })).toEqual([ids['other']]);
});

it('sums the uses of a shared code over its slices', async () => {
  const pool = test.database.ownerPool;
  const shared = await insertCampaign(pool, { code_mode: 'SHARED', per_coupon_limit: 32, state: 'ACTIVE' });
  const [id] = await insertCoupons(pool, shared, ['KENJ', 'N1NJA20'], { max_redemptions: 32 });
  await pool.query(
    'update coupon_slice set redemptions_count = 1, reserved_count = 1 where coupon_id = $1 and slice < 5',
    [id],
  );
  const read = async (filter: Record<string, unknown>) =>
    (await test.send(LIST, { filter: { campaign: { in: [shared] }, ...filter } })).body.data.coupons.nodes;
  expect(await read({ used: true })).toMatchObject([
    { kind: 'SHARED', last4: 'NJ', usesConfirmed: 5, usesReserved: 5, usesMax: 32, status: 'ACTIVE' },
  ]);
  await pool.query(
    'update coupon_slice set redemptions_count = redemptions_cap - reserved_count where coupon_id = $1',
    [id],
  );
  expect(await read({ status: { in: ['RESERVED'] } })).toMatchObject([{ usesConfirmed: 27, usesReserved: 5 }]);
  await pool.query(
    'update coupon_slice set redemptions_count = redemptions_cap, reserved_count = 0 where coupon_id = $1',
    [id],
  );
  expect(await read({ status: { in: ['REDEEMED'] } })).toMatchObject([{ id, usesConfirmed: 32 }]);
  // The end of a short code reveals too much to callers who may not see it.
  const search = async (typed: string, request?: TestRequest) =>
    (await test.send(LIST, { filter: { campaign: { in: [shared] } }, search: typed }, request)).body.data.coupons.nodes
      .length;
  expect([await search('kenj'), await search('kenj', VIEWER), await search('JA20', VIEWER)]).toEqual([1, 0, 0]);
});

it('finds a code in any spelling for callers who may see codes, and its end for everyone', async () => {
  const whole = formatCouponCode(PLAIN[28] ?? '')
    .toLowerCase()
    .replaceAll('-', ' \u2013 ')
    .replaceAll('0', 'o');
  const { page } = await list({}, { search: whole });
  expect([page.matchedBy, page.nodes.length, page.nodes[0]?.id]).toEqual(['CODE', 1, ids['mine']]);
  expect((await list({}, { search: whole }, MANAGER)).page.nodes).toHaveLength(1);
  expect((await list({}, { search: whole }, VIEWER)).page).toMatchObject({ matchedBy: 'NOT_PERMITTED', nodes: [] });
  const end = PLAIN[28]?.slice(-4) ?? '';
  for (const request of [undefined, VIEWER]) {
    const found = (await list({}, { search: end }, request)).page;
    expect(found.matchedBy).toBe('LAST4');
    expect(found.nodes.map(({ last4 }: { last4: string }) => last4)).toContain(end);
  }
  expect((await list({}, { search: ids['other'] })).page.nodes).toHaveLength(1);
  expect((await list({}, { search: "7K3M'; drop table coupon" })).page).toMatchObject({ nodes: [], matchedBy: 'NONE' });
});

it('audits each revealed code, and sets the distribution time on the first reveal [spec 1.8]', async () => {
  const wanted = [ids['other'], ids['mine']];
  const answer = await test.send(REVEAL, { c: campaign, ids: wanted }, MANAGER);
  expect(answer.body.data.revealCoupons.coupons).toEqual([
    { id: ids['other'], code: PLAIN[29], formatted: formatCouponCode(PLAIN[29] ?? '') },
    { id: ids['mine'], code: PLAIN[28], formatted: formatCouponCode(PLAIN[28] ?? '') },
  ]);
  const trail = await rowsOf(
    `select entity_id, actor_sub from staff_audit_event where action = 'coupon.reveal' order by id`,
  );
  expect(trail).toEqual(wanted.map((id) => ({ entity_id: id, actor_sub: 'staff-campaign-manager' })));
  const [first] = await rowsOf('select distributed_at, version from coupon where id = $1', [ids['mine']]);
  expect(first).toMatchObject({ distributed_at: expect.any(Date), version: 1 });
  await test.send(REVEAL, { c: campaign, ids: [ids['mine']] });
  expect(await rowsOf('select distributed_at, version from coupon where id = $1', [ids['mine']])).toEqual([first]);
  const code = async (variables: object, request?: TestRequest) =>
    (await test.send(REVEAL, variables as Record<string, unknown>, request)).body.errors[0].extensions.code;
  expect(await code({ c: campaign, ids: [ids['mine'], crypto.randomUUID()] })).toBe('record.not-found');
  expect(await code({ c: crypto.randomUUID(), ids: [ids['mine']] })).toBe('record.not-found');
  expect(await code({ c: campaign, ids: [] })).toBe('field.invalid');
  expect(await code({ c: campaign, ids: Array.from({ length: 101 }, () => crypto.randomUUID()) })).toBe(
    'field.invalid',
  );
  expect(await code({ c: campaign, ids: [ids['mine']] }, VIEWER)).toBe('access.denied');
});

it('shows streamers only their own coupons, on every path [spec 1.8]', async () => {
  expect(await foundIds({}, {}, STREAMER)).toEqual([ids['mine']]);
  expect((await list({}, {}, STREAMER)).page.count.value).toBe(1);
  expect(await foundIds({ streamer: { in: [other] } }, {}, STREAMER)).toEqual([]);
  const missing = (await list({}, { search: code('ZZZZZZZZZZZ') }, STREAMER)).page;
  expect((await list({}, { search: PLAIN[29] }, STREAMER)).page).toEqual(missing);
  expect((await list({}, { search: PLAIN[28] }, STREAMER)).page.nodes).toHaveLength(1);
  const one = (id: string | undefined) =>
    test.send(
      'query C($c: ID!, $id: ID!) { coupon(campaignId: $c, id: $id) { last4 history { nodes { action } } } }',
      { c: campaign, id },
      STREAMER,
    );
  expect((await one(ids['mine'])).body.data.coupon).toEqual({ last4: PLAIN[28]?.slice(-4), history: null });
  const refused = (answer: { body: { errors: { message: string; extensions: { code: string } }[] } }) =>
    answer.body.errors.map(({ message, extensions }) => [message, extensions.code]);
  expect(refused(await one(ids['other']))).toEqual(refused(await one(crypto.randomUUID())));
  expect(
    (await test.send(REVEAL, { c: campaign, ids: [ids['mine']] }, STREAMER)).body.data.revealCoupons.coupons[0].code,
  ).toBe(PLAIN[28]);
  const others = await test.send(REVEAL, { c: campaign, ids: [ids['other']] }, STREAMER);
  expect(refused(others)).toEqual(
    refused(await test.send(REVEAL, { c: campaign, ids: [crypto.randomUUID()] }, STREAMER)),
  );
});

it('disables a coupon with a reason and enables it again, once each, at the expected version', async () => {
  const id = ids['other'];
  const disable = (v: number, reason: string, request?: TestRequest) =>
    test.send(DISABLE, { c: campaign, id, v, reason }, request);
  expect((await disable(1, ' ')).body.errors[0].extensions.code).toBe('reason.required');
  const [one, two] = await Promise.all([disable(1, 'leaked'), disable(1, 'leaked')]);
  const codes = [one, two].map(({ body }) => body.errors?.[0].extensions.code ?? 'done').sort();
  expect(codes).toEqual(['done', 'record.conflict']);
  expect((await disable(2, 'again')).body.errors[0].extensions).toMatchObject({
    code: 'state.invalid-transition',
    details: { from: 'DISABLED', to: 'DISABLED' },
  });
  expect((await foundIds({ status: { in: ['DISABLED'] } })).sort()).toEqual([ids['DISABLED'], id].sort());
  const enabled = (await test.send(ENABLE, { c: campaign, id, v: 2 }, MANAGER)).body.data.enableCoupon.coupon;
  expect(enabled).toMatchObject({ state: 'ACTIVE', version: 3, disabledReason: null });
  const done = enabled.history.nodes.filter(({ outcome }: { outcome: string }) => outcome === 'DONE');
  expect(done).toMatchObject([
    { action: 'coupon.enable', reason: null },
    { action: 'coupon.disable', reason: 'leaked' },
    { action: 'coupon.reveal', reason: null },
  ]);
  for (const request of [VIEWER, STREAMER])
    expect((await disable(3, 'r', request)).body.errors[0].extensions.code).toBe('access.denied');
});

it('disables and enables a batch, a filter or picked coupons in a job that matches its dry run [coupons 3]', async () => {
  const run = async (input: Record<string, unknown>) => {
    const { body } = await test.send(BULK, { input }, MANAGER);
    const job = body.data.startCouponBulk.job;
    await untilJob(test, job.id, 'SUCCEEDED', 'FAILED');
    const read = await test.send('query J($id: ID!) { job(id: $id) { state outcomes { outcome reason count } } }', {
      id: job.id,
    });
    return { ...job, ...read.body.data.job };
  };
  const [{ batch_id }] = await rowsOf('select batch_id from coupon where code = $1', [PLAIN[0]]);
  const ofBatch = { filter: { campaign: { in: [campaign] }, batch: { in: [batch_id] } } };
  const picked = { filter: { campaign: { in: [campaign] } }, ids: [ids['mine'], ids['DISABLED']] };
  const dry = await test.send(DRY, { selection: picked, action: 'DISABLE' });
  expect(dry.body.data.previewCouponBulk).toMatchObject({
    total: 2,
    groups: [
      { outcome: 'DONE', reason: null, count: 1, samples: [{ last4: PLAIN[28]?.slice(-4) }] },
      { outcome: 'SKIPPED', reason: 'already-disabled', count: 1 },
    ],
  });
  expect(
    (await test.send(DRY, { selection: { ids: [ids['mine']], filter: {} }, action: 'DISABLE' })).body.errors[0]
      .extensions.code,
  ).toBe('filter.invalid');
  const job = await run({ selection: ofBatch, action: 'DISABLE', reason: 'printer lost them' });
  expect(job).toMatchObject({ state: 'SUCCEEDED', outcomes: [{ outcome: 'DONE', reason: null, count: 28 }] });
  expect(Object.values(job.summary.names)).toContainEqual({ 'en-US': '1' });
  expect(
    await rowsOf(
      `select state, disabled_reason, version, count(*)::int as n from coupon where batch_id = $1 group by 1, 2, 3`,
      [batch_id],
    ),
  ).toEqual([{ state: 'DISABLED', disabled_reason: 'printer lost them', version: 2, n: 28 }]);
  expect(
    await rowsOf(
      `select count(distinct entity_id)::int as n from staff_audit_event where action = 'coupon.disable' and reason = 'printer lost them'`,
    ),
  ).toEqual([{ n: 28 }]);
  expect((await run({ selection: picked, action: 'DISABLE', reason: 'r' })).outcomes).toEqual([
    { outcome: 'DONE', reason: null, count: 1 },
    { outcome: 'SKIPPED', reason: 'already-disabled', count: 1 },
  ]);
  const all = { filter: { campaign: { in: [campaign] }, status: { in: ['DISABLED'] } }, exclusions: [ids['DISABLED']] };
  expect((await run({ selection: all, action: 'ENABLE' })).outcomes).toEqual([
    { outcome: 'DONE', reason: null, count: 29 },
  ]);
  expect(await foundIds({ status: { in: ['DISABLED'] } })).toEqual([ids['DISABLED']]);
  for (const request of [VIEWER, STREAMER, { token: 'marketing' } as const])
    expect(
      (await test.send(BULK, { input: { selection: all, action: 'ENABLE' } }, request)).body.errors[0].extensions.code,
    ).toBe('access.denied');
});

it('exports codes for callers who may see them, and to streamers only their own [spec 1.8]', async () => {
  const start = (columns: string[], request?: TestRequest, selection: object = {}) =>
    test.send(
      `mutation X($columns: [ExportColumnInput!]!, $selection: ListSelection!) { startExport(input: { list: COUPONS, format: CSV,
        columns: $columns, selection: $selection, locale: "en-US", timeZone: "UTC" }) { job { id } } }`,
      {
        columns: columns.map((key) => ({ key })),
        selection: { filter: { campaign: { in: [campaign] } }, ...selection },
      },
      request,
    );
  const fileOf = async (columns: string[], request?: TestRequest, selection?: object): Promise<string[]> => {
    const { body } = await start(columns, request, selection);
    await untilJob(test, body.data.startExport.job.id, 'SUCCEEDED', 'FAILED');
    const [{ result_key }] = await rowsOf('select result_key from job where id = $1', [body.data.startExport.job.id]);
    const { content } = await test.fileStore.read(result_key);
    return (await text(content)).replace('\ufeff', '').trimEnd().split('\r\n');
  };
  const lines = await fileOf(['code', 'status', 'batch'], MANAGER);
  expect(lines).toHaveLength(36);
  expect(lines.slice(-1)).toEqual([`${formatCouponCode(PLAIN[0] ?? '')},ACTIVE,1`]);
  const mineFormatted = formatCouponCode(PLAIN[28] ?? '');
  expect(await fileOf(['code', 'streamer'], STREAMER)).toEqual(['code,streamer', `${mineFormatted},Ninja`]);
  expect(await fileOf(['code'], STREAMER, { ids: [ids['other'], ids['mine']] })).toEqual(['code', mineFormatted]);
  const forms = await rowsOf(
    `select ${FORMATTED_SQL} as formatted from (values ('NINJA20'), ('PRE7K3M9QXTWBRB')) as k (code)`,
  );
  expect(forms.map(({ formatted }) => formatted)).toEqual(['NINJA20', formatCouponCode('PRE7K3M9QXTWBRB')]);
  expect((await start(['code'], VIEWER)).body.errors[0].extensions.code).toBe('field.invalid');
  expect(await fileOf(['last4'], VIEWER, { ids: [ids['mine']] })).toEqual(['last4', PLAIN[28]?.slice(-4)]);
});
