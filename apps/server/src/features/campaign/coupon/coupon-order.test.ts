import { foldCouponCode } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../../testing/test-app.ts';
import {
  insertCampaign,
  insertCampaignStreamer,
  insertCoupons,
  insertStreamer,
  setCampaignState,
} from '../../../testing/test-campaigns.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

const ORDER = `mutation M($input: GenerateCouponsInput!) { generateCoupons(input: $input) { couponBatch {
  id number requested generated status jobId isByStreamer validFrom expiresAt streamer { name } createdBy { sub } } } }`;
const ALLOWANCE = 'query A($id: ID!) { couponAllowance(campaignId: $id) { limit ordered left } }';
const BATCHES = `query B($filter: CouponBatchFilter!, $search: String) { couponBatches(filter: $filter, search: $search) {
  nodes { number requested generated status streamer { name } } count { value } } }`;

let test: TestApp;
let worker: TestWorker | null = null;
let campaign: string;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  test.now = new Date();
  campaign = await insertCampaign(test.database.ownerPool, { state: 'ACTIVE', code_prefix: 'OIL' });
});
afterAll(async () => {
  await worker?.stop();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
async function order(input: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(ORDER, { input: { campaignId: campaign, ...input } }, request);
  if (body.errors) return { error: body.errors[0].extensions };
  return { batch: body.data.generateCoupons.couponBatch };
}
const codesOf = (batch: string) =>
  rowsOf('select code, streamer_id, valid_until from coupon where batch_id = $1', [batch]);
async function streamerOf(token: string, quota: number): Promise<string> {
  const known = await rowsOf('select id from streamer where staff_sub = $1', [`staff-${token}`]);
  const id: string =
    known[0]?.id ??
    (await insertStreamer(test.database.ownerPool, { staff_sub: `staff-${token}`, display_name: 'Ninja' }));
  await insertCampaignStreamer(test.database.ownerPool, {
    campaign_id: campaign,
    streamer_id: id,
    coupon_quota: quota,
  });
  return id;
}

it('generates few codes immediately: well-formed, with the prefix of the campaign, numbered and audited', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const { batch } = await order({ count: 1_000, expiresAt });
  expect(batch).toMatchObject({
    number: 1,
    requested: 1_000,
    generated: 1_000,
    status: 'DONE',
    jobId: null,
    expiresAt,
  });
  expect(batch).toMatchObject({ isByStreamer: false, streamer: null, createdBy: { sub: 'staff-admin' } });
  const codes = await codesOf(batch.id);
  expect(codes).toHaveLength(1_000);
  for (const { code, valid_until } of codes) {
    expect(code).toMatch(/^OIL[0-9A-Z]{12}$/);
    expect(foldCouponCode(code)?.kind).toBe('UNIQUE');
    expect(valid_until.toISOString()).toBe(expiresAt);
  }
  const trail = await rowsOf(
    `select changes from staff_audit_event where action = 'coupon.generate' and entity_id = $1`,
    [campaign],
  );
  expect(trail).toEqual([{ changes: { batch: [null, 1], coupons: [null, 1_000], validUntil: [null, expiresAt] } }]);
  expect((await order({ count: 1 })).batch).toMatchObject({ number: 2, generated: 1 });
});

it('generates the codes of a repeated request once', async () => {
  const headers = { 'idempotency-key': `order-${campaign}` };
  const [first, second] = [await order({ count: 5 }, { headers }), await order({ count: 5 }, { headers })];
  expect(second).toEqual(first);
  expect(await rowsOf('select count(*)::int as n from coupon where campaign_id = $1', [campaign])).toEqual([{ n: 5 }]);
});

it('generates many codes in a job with progress, and never exceeds the limit of the campaign', async () => {
  worker ??= startTestWorker(test);
  await test.database.ownerPool.query('update campaign set coupons_limit = 13000 where id = $1', [campaign]);
  const { batch } = await order({ count: 12_000 });
  expect(batch).toMatchObject({ requested: 12_000, generated: 0, status: 'QUEUED' });
  await untilJob(test, batch.jobId, 'SUCCEEDED', 'FAILED');
  const job = await test.send(
    'query J($id: ID!) { job(id: $id) { state done total kind summary outcomes { outcome count } } }',
    {
      id: batch.jobId,
    },
  );
  expect(job.body.data.job).toMatchObject({
    state: 'SUCCEEDED',
    done: 12_000,
    total: 12_000,
    kind: 'coupon.generate',
    summary: { batchNumber: 1, count: 12_000 },
    outcomes: [{ outcome: 'DONE', count: 12_000 }],
  });
  expect(
    await rowsOf(
      'select count(*)::int as n, count(distinct code_key)::int as codes from coupon where campaign_id = $1',
      [campaign],
    ),
  ).toEqual([{ n: 12_000, codes: 12_000 }]);
  const list = await test.send(BATCHES, { filter: { campaign: { in: [campaign] } }, search: '#1' });
  expect(list.body.data.couponBatches).toMatchObject({
    nodes: [{ number: 1, requested: 12_000, generated: 12_000, status: 'DONE', streamer: null }],
    count: { value: 1 },
  });
  expect((await test.send(ALLOWANCE, { id: campaign })).body.data.couponAllowance).toEqual({
    limit: 13_000,
    ordered: 12_000,
    left: 1_000,
  });
  expect((await order({ count: 1_001 })).error).toMatchObject({
    code: 'coupon.limit-reached',
    details: { max: 1_000 },
  });
});

it('accepts only concurrent orders within the limit, which the database enforces too [coupons 2]', async () => {
  await test.database.ownerPool.query('update campaign set coupons_limit = 1000 where id = $1', [campaign]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => order({ count: 300 })));
  expect(answers.filter(({ batch }) => batch)).toHaveLength(3);
  for (const { error } of answers.filter(({ batch }) => !batch)) expect(error.code).toBe('coupon.limit-reached');
  expect(await rowsOf('select count(*)::int as n from coupon where campaign_id = $1', [campaign])).toEqual([
    { n: 900 },
  ]);
  const insert = `insert into coupon_batch (campaign_id, requested) values ($1, 60)`;
  const raced = await Promise.allSettled([1, 2, 3].map(() => test.database.pool.query(insert, [campaign])));
  expect(raced.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
});

it('applies the limit of the product besides that of the campaign', async () => {
  await test.database.ownerPool.query(`update config_entry set value = '500' where key = 'coupon.max_per_campaign'`);
  expect((await order({ count: 501 })).error).toMatchObject({ code: 'coupon.limit-reached', details: { max: 500 } });
  await test.database.ownerPool.query(
    `update config_entry set value = '1000000' where key = 'coupon.max_per_campaign'`,
  );
  expect((await order({ count: 5_000_001 })).error.code).toBe('field.invalid');
  expect((await order({ count: 0 })).error.code).toBe('field.invalid');
});

it('keeps the codes of a canceled job and releases the rest; a retry generates exactly the missing ones if the limit allows', async () => {
  await worker?.stop();
  worker = null;
  await test.database.ownerPool.query('update campaign set coupons_limit = 40000 where id = $1', [campaign]);
  const { batch } = await order({ count: 30_000 });
  await test.send('mutation C($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id: batch.jobId });
  const left = async () => (await test.send(ALLOWANCE, { id: campaign })).body.data.couponAllowance.left;
  expect(await left()).toBe(40_000);
  expect((await order({ count: 35_000 })).batch.status).toBe('QUEUED');
  const retry = () =>
    test.send('mutation R($id: ID!) { retryJob(input: { id: $id }) { job { id } } }', { id: batch.jobId });
  expect((await retry()).body.errors[0].extensions.code).toBe('state.invalid-transition');
  await test.database.ownerPool.query('update campaign set coupons_limit = 65000 where id = $1', [campaign]);
  expect((await retry()).body.errors).toBeUndefined();
  expect(await left()).toBe(0);
  worker = startTestWorker(test);
  while ((await rowsOf('select generated from coupon_batch where id = $1', [batch.id]))[0].generated < 10_000);
  await test.send('mutation C($id: ID!) { cancelJob(input: { id: $id }) { job { id } } }', { id: batch.jobId });
  await untilJob(test, batch.jobId, 'CANCELED', 'SUCCEEDED');
  const [stopped] = await rowsOf('select generated, state from coupon_batch where id = $1', [batch.id]);
  expect(stopped.generated).toBeGreaterThanOrEqual(10_000);
  const list = await test.send(BATCHES, { filter: { campaign: { in: [campaign] } }, search: '1' });
  const status = stopped.generated < 30_000 ? 'STOPPED' : 'DONE';
  expect(list.body.data.couponBatches.nodes).toMatchObject([{ generated: stopped.generated, status }]);
  expect(await codesOf(batch.id)).toHaveLength(stopped.generated);
  if (status === 'STOPPED') {
    await retry();
    await untilJob(test, batch.jobId, 'SUCCEEDED', 'FAILED');
  }
  expect(await codesOf(batch.id)).toHaveLength(30_000);
});

it('generates no more codes after the campaign was canceled', async () => {
  await worker?.stop();
  worker = null;
  const { batch } = await order({ count: 20_000 });
  await setCampaignState(test.database.ownerPool, campaign, 'CANCELED');
  worker = startTestWorker(test);
  await untilJob(test, batch.jobId, 'SUCCEEDED', 'FAILED');
  expect(await codesOf(batch.id)).toHaveLength(0);
  expect((await order({ count: 1 })).error.code).toBe('state.invalid-transition');
});

it('requires a campaign with unique codes and a validity within its window', async () => {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
  const fields = async (input: Record<string, unknown>) => (await order({ count: 1, ...input })).error?.details.fields;
  expect(await fields({ expiresAt: at(25) })).toEqual({ expiresAt: [{ rule: 'outside-campaign' }] });
  expect(await fields({ expiresAt: at(-0.5) })).toEqual({ expiresAt: [{ rule: 'too-early' }] });
  expect(await fields({ validFrom: at(-2) })).toEqual({ validFrom: [{ rule: 'outside-campaign' }] });
  expect(await fields({ validFrom: at(3), expiresAt: at(2) })).toEqual({ expiresAt: [{ rule: 'too-early' }] });
  expect(await fields({ streamerId: crypto.randomUUID() })).toEqual({ streamerId: [{ rule: 'unknown' }] });
  campaign = await insertCampaign(test.database.ownerPool, { code_mode: 'SHARED' });
  expect(await fields({})).toEqual({ count: [{ rule: 'only-unique-codes' }] });
  campaign = crypto.randomUUID();
  expect((await order({ count: 1 })).error.code).toBe('record.not-found');
});

it('lets streamers order only for themselves, within their quota [coupons 2]', async () => {
  const token = 'campaign-streamer';
  expect((await order({ count: 1 }, { token })).error.code).toBe('record.not-found');
  const id = await streamerOf(token, 50);
  const other = await insertStreamer(test.database.ownerPool);
  await insertCampaignStreamer(test.database.ownerPool, {
    campaign_id: campaign,
    streamer_id: other,
    coupon_quota: 50,
  });
  expect((await order({ count: 30 }, { token })).batch).toMatchObject({
    isByStreamer: true,
    streamer: { name: 'Ninja' },
  });
  // Orders of a manager for a streamer do not use the quota.
  expect((await order({ count: 40, streamerId: id })).batch).toMatchObject({ isByStreamer: false, generated: 40 });
  expect((await order({ count: 21 }, { token })).error).toMatchObject({
    code: 'coupon.limit-reached',
    details: { max: 20 },
  });
  expect((await order({ count: 1, streamerId: other }, { token })).error.details.fields).toEqual({
    streamerId: [{ rule: 'unknown' }],
  });
  const raced = await Promise.all(Array.from({ length: 6 }, () => order({ count: 7 }, { token })));
  expect(raced.filter(({ batch }) => batch)).toHaveLength(2);
  expect((await test.send(ALLOWANCE, { id: campaign }, { token })).body.data.couponAllowance).toEqual({
    limit: 50,
    ordered: 44,
    left: 6,
  });
  await insertCoupons(test.database.ownerPool, campaign, ['AAAA1111BBBB'], { streamer_id: other });
  const batches = await test.send(BATCHES, { filter: { campaign: { in: [campaign] } } }, { token });
  expect(batches.body.data.couponBatches.nodes.map(({ requested }: { requested: number }) => requested)).toEqual([
    7, 7, 40, 30,
  ]);
  expect(batches.body.data.couponBatches.count.value).toBe(4);
  await test.database.ownerPool.query(`update campaign_streamer set removed_at = now() where streamer_id = $1`, [id]);
  expect((await order({ count: 1 }, { token })).error.code).toBe('record.not-found');
  await test.database.ownerPool.query(`update campaign_streamer set removed_at = null where streamer_id = $1`, [id]);
  await test.database.ownerPool.query(`update streamer set state = 'SUSPENDED', state_reason = 'r' where id = $1`, [
    id,
  ]);
  expect((await order({ count: 1 }, { token })).error.code).toBe('record.not-found');
  await test.database.ownerPool.query(`update streamer set state = 'ACTIVE' where id = $1`, [id]);
});
