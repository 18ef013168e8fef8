import {
  CAMPAIGN_MACHINE,
  CAMPAIGN_STATES,
  COUPON_STATES,
  campaignStatusAt,
  couponStatusAt,
  openStates,
} from '@backcounter/domain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import {
  insertCampaign,
  insertCampaignStreamer,
  insertCoupons,
  insertStreamer,
  setCampaignState,
} from '../testing/test-campaigns.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
  await insertAccounts(database.ownerPool, 3);
});
afterAll(() => database.drop());

const BASE = Date.UTC(2026, 2, 29, 1);
/** Instants a few seconds apart, so that boundaries are hit often; one is in the hour that Berlin skips. */
const instant = fc.integer({ min: -3, max: 3 }).map((step) => new Date(BASE + step * 1_000));
const CAMPAIGN_STATUSES_MET = new Set<string>();

describe('status derived from time and counters', () => {
  it('of a campaign is the same in SQL and TypeScript, at each boundary and in every zone [campaigns 1]', async () => {
    const facts = fc.record({
      state: fc.constantFrom(...CAMPAIGN_STATES),
      startsAt: instant,
      endsAt: instant,
      isExhausted: fc.boolean(),
      at: instant,
    });
    const cases = fc.sample(facts, 2_000);
    for (const zone of ['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Europe/Berlin']) {
      const { rows } = await inZone<{ status: string }>(
        zone,
        `select campaign_status(c.state::campaign_state, c.starts, c.ends, c.exhausted, c.at) as status
         from unnest($1::text[], $2::timestamptz[], $3::timestamptz[], $4::boolean[], $5::timestamptz[])
           with ordinality as c(state, starts, ends, exhausted, at, n) order by n`,
        [
          cases.map(({ state }) => state),
          cases.map(({ startsAt }) => startsAt.toISOString()),
          cases.map(({ endsAt }) => endsAt.toISOString()),
          cases.map(({ isExhausted }) => isExhausted),
          cases.map(({ at }) => at.toISOString()),
        ],
      );
      const expected = cases.map((one) => campaignStatusAt(one, one.at));
      expect(rows.map(({ status }) => status)).toEqual(expected);
      for (const status of expected) CAMPAIGN_STATUSES_MET.add(status);
    }
    expect(CAMPAIGN_STATUSES_MET.size).toBe(8);
  });

  it('of a coupon is the same in both [campaigns 1]', async () => {
    const facts = fc.record({
      state: fc.constantFrom(...COUPON_STATES),
      validFrom: fc.option(instant),
      validUntil: fc.option(instant),
      redemptionsCount: fc.integer({ min: 0, max: 2 }),
      reservedCount: fc.integer({ min: 0, max: 2 }),
      maxRedemptions: fc.integer({ min: 1, max: 3 }),
      campaignStatus: fc.constantFrom(
        ...([
          'DRAFT',
          'SCHEDULED',
          'RUNNING',
          'RUNNING',
          'EXHAUSTED',
          'PAUSED',
          'EXPIRED',
          'CANCELED',
          'ARCHIVED',
        ] as const),
      ),
      at: instant,
    });
    const cases = fc.sample(facts, 2_000);
    const { rows } = await database.pool.query<{ status: string }>(
      `select coupon_status(c.state, c.valid_from, c.valid_until, c.n, c.reserved, c.max, c.campaign, c.at) as status
       from jsonb_to_recordset($1) as c(state coupon_state, valid_from timestamptz, valid_until timestamptz, n int, reserved int, max int,
         campaign campaign_status, at timestamptz)`,
      [
        JSON.stringify(
          cases.map((one) => ({
            state: one.state,
            valid_from: one.validFrom,
            valid_until: one.validUntil,
            n: one.redemptionsCount,
            reserved: one.reservedCount,
            max: one.maxRedemptions,
            campaign: one.campaignStatus,
            at: one.at,
          })),
        ),
      ],
    );
    const expected = cases.map((one) => couponStatusAt(one, one.at));
    expect(rows.map(({ status }) => status)).toEqual(expected);
    expect(new Set(expected).size).toBe(7);
  });
});

describe('states of a campaign', () => {
  const HOUR = 3_600_000;

  it.each(
    CAMPAIGN_STATES.flatMap((from) => CAMPAIGN_STATES.filter((to) => to !== from).map((to) => [from, to] as const)),
  )('%s to %s follows the rule', async (from, to) => {
    const id = await insertCampaign(database.pool, { state: from });
    const attempt = setCampaignState(database.pool, id, to);
    const isAllowed = openStates(CAMPAIGN_MACHINE, { state: from, unmet: ['not-ended'] }, new Date()).includes(to);
    if (isAllowed) await attempt;
    else await expect(attempt).rejects.toMatchObject({ code: 'BC001' });
  });

  it('a campaign cannot start after its end; an ended one is archived', async () => {
    const late = { starts_at: new Date(Date.now() - 2 * HOUR), ends_at: new Date(Date.now() - HOUR) };
    const draft = await insertCampaign(database.pool, late);
    await expect(setCampaignState(database.pool, draft, 'ACTIVE')).rejects.toMatchObject({ code: 'BC001' });
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into campaign (code, name, reward_type, amount_minor, currency, starts_at, ends_at, timezone, code_mode, state, activated_at)
       select code || '-ENDED', name, reward_type, amount_minor, currency, starts_at, ends_at, timezone, code_mode, 'ACTIVE', starts_at
       from campaign where id = $1 returning id`,
      [draft],
    );
    const ended = rows[0]?.id ?? '';
    await expect(setCampaignState(database.pool, ended, 'PAUSED')).resolves.toBeUndefined();
    await expect(setCampaignState(database.pool, ended, 'ACTIVE')).rejects.toMatchObject({ code: 'BC001' });
    await setCampaignState(database.pool, ended, 'ARCHIVED');
  });

  it('reward, start and code are fixed after activation', async () => {
    const id = await insertCampaign(database.pool, { state: 'ACTIVE' });
    for (const change of [
      "code = 'OTHER'",
      'amount_minor = 501',
      "starts_at = starts_at - interval '1 s'",
      "timezone = 'UTC'",
      "code_mode = 'SHARED'",
      'first_order_only = true',
      "ends_at = ends_at - interval '1 s'",
      'reservation_seconds = 1',
    ]) {
      await expect(database.pool.query(`update campaign set ${change} where id = $1`, [id])).rejects.toMatchObject({
        code: 'BC003',
      });
    }
    await database.pool.query("update campaign set name = 'Other', ends_at = ends_at + interval '1 d' where id = $1", [
      id,
    ]);
  });
});

describe('slices', () => {
  it('are 1 for unique codes and 16 for shared ones, and their caps add up to the limits', async () => {
    const one = await insertCampaign(database.pool, { state: 'ACTIVE', redemptions_limit: 7, budget_minor: 1_003 });
    expect(await slices(one)).toEqual({ n: 1, uses: 7, budget: 1_003, open: 1 });
    const many = await insertCampaign(database.pool, {
      state: 'ACTIVE',
      code_mode: 'SHARED',
      redemptions_limit: 7,
      budget_minor: 1_003,
    });
    expect(await slices(many)).toEqual({ n: 16, uses: 7, budget: 1_003, open: 16 });
    const free = await insertCampaign(database.pool, { state: 'ACTIVE' });
    expect(await slices(free)).toEqual({ n: 1, uses: null, budget: null, open: 1 });
  });

  it('follow changed limits, never below the used amount, and close with the campaign [campaigns 4]', async () => {
    const id = await insertCampaign(database.pool, {
      state: 'ACTIVE',
      code_mode: 'SHARED',
      redemptions_limit: 100,
      budget_minor: 50_000,
    });
    await database.ownerPool.query(
      'update campaign_slice set redemptions_used = 5, discount_used_minor = 2500 where campaign_id = $1 and slice in (3, 9)',
      [id],
    );
    const limit = (uses: number | null, budget: number | null) =>
      database.pool.query('update campaign set redemptions_limit = $2, budget_minor = $3 where id = $1', [
        id,
        uses,
        budget,
      ]);
    await expect(limit(9, 50_000)).rejects.toMatchObject({ code: 'BC003', column: 'redemptions_limit' });
    await expect(limit(100, 4_999)).rejects.toMatchObject({ code: 'BC003', column: 'budget_minor' });
    await limit(10, 5_000);
    expect(await slices(id)).toMatchObject({ uses: 10, budget: 5_000 });
    expect(await isExhausted(id)).toBe(true);
    await limit(11, 5_001);
    expect(await isExhausted(id)).toBe(false);
    await limit(null, null);
    expect(await slices(id)).toEqual({ n: 16, uses: null, budget: null, open: 16 });
    await setCampaignState(database.pool, id, 'PAUSED');
    expect(await slices(id)).toMatchObject({ open: 0 });
    await setCampaignState(database.pool, id, 'ACTIVE');
    expect(await slices(id)).toMatchObject({ open: 16 });
  });

  it('of a shared code follow the limit per code', async () => {
    const id = await insertCampaign(database.pool, { code_mode: 'SHARED', per_coupon_limit: 20 });
    const [code] = await insertCoupons(database.pool, id, ['OILSALE'], { max_redemptions: 20 });
    await database.ownerPool.query('update coupon_slice set redemptions_count = 1 where coupon_id = $1', [code]);
    const limit = (uses: number) =>
      database.pool.query('update campaign set per_coupon_limit = $2 where id = $1', [id, uses]);
    await expect(limit(15)).rejects.toMatchObject({ code: 'BC003', column: 'per_coupon_limit' });
    await limit(33);
    const { rows } = await database.pool.query(
      'select sum(redemptions_cap)::int as cap from coupon_slice where coupon_id = $1',
      [code],
    );
    expect(rows).toEqual([{ cap: 33 }]);
    const coupon = await database.pool.query('select code_key, code_last4, max_redemptions from coupon where id = $1', [
      code,
    ]);
    expect(coupon.rows).toEqual([{ code_key: '011SA1E', code_last4: 'SALE', max_redemptions: 33 }]);
  });
});

describe('canceling', () => {
  it.each(['UNIQUE', 'SHARED'] as const)(
    'releases what is held of %s codes, and keeps what is confirmed',
    async (mode) => {
      const id = await insertCampaign(database.pool, {
        state: 'ACTIVE',
        code_mode: mode,
        redemptions_limit: 50,
        budget_minor: 90_000,
      });
      const code = mode === 'UNIQUE' ? `7K3M9QXTWBRB${id.slice(-4).toUpperCase()}` : 'HELLO';
      const [coupon] = await insertCoupons(database.pool, id, [code], { max_redemptions: 50 });
      await use(id, coupon, mode, 1, 'RESERVED');
      await use(id, coupon, mode, 2, 'CONFIRMED');
      await expect(setCampaignState(database.pool, id, 'ARCHIVED')).rejects.toMatchObject({ code: 'BC001' });
      await setCampaignState(database.pool, id, 'CANCELED');
      const { rows } = await database.pool.query(
        `select (select array_agg(state::text order by account_use_no) from coupon_redemption where campaign_id = $1) as states,
         (select sum(redemptions_used)::int from campaign_slice where campaign_id = $1) as used,
         (select sum(discount_used_minor)::int from campaign_slice where campaign_id = $1) as spent,
         (select bool_or(is_open) from campaign_slice where campaign_id = $1) as open,
         (select sum(reserved_count)::int from coupon where campaign_id = $1) as held,
         (select coalesce(sum(reserved_count), 0)::int from coupon_slice where campaign_id = $1) as held_shared`,
        [id],
      );
      expect(rows).toEqual([
        { states: ['RELEASED', 'CONFIRMED'], used: 1, spent: 500, open: false, held: 0, held_shared: 0 },
      ]);
      await setCampaignState(database.pool, id, 'ARCHIVED');
    },
  );
});

describe('partners', () => {
  it('have a shared code of their own campaign, and one person each', async () => {
    const [one, other] = [
      await insertCampaign(database.pool, { code_mode: 'SHARED' }),
      await insertCampaign(database.pool, { code_mode: 'SHARED' }),
    ];
    const streamer = await insertStreamer(database.pool, { staff_sub: 'staff-streamer' });
    const [code] = await insertCoupons(database.pool, one, ['MINE24'], { streamer_id: streamer });
    const row = { streamer_id: streamer, shared_coupon_id: code };
    await insertCampaignStreamer(database.pool, { campaign_id: one, ...row });
    await expect(insertCampaignStreamer(database.pool, { campaign_id: other, ...row })).rejects.toMatchObject({
      code: '23503',
    });
    await expect(insertStreamer(database.pool, { staff_sub: 'staff-streamer' })).rejects.toMatchObject({
      code: '23505',
    });
    await expect(insertCoupons(database.pool, other, ['M1NE24'])).rejects.toMatchObject({
      code: '23505',
      constraint: 'coupon_code_key_key',
    });
  });
});

describe('the application', () => {
  it.each([
    'delete from campaign',
    'delete from coupon',
    'update coupon set redemptions_count = 0',
    'update campaign_slice set redemptions_used = 0',
    'update coupon_redemption set state = state',
    "insert into coupon_rejection_hourly values (gen_random_uuid(), '2026-01-01', 'USED', 0, 1)",
    'truncate campaign_slice cascade',
  ])('may not: %s', async (statement) => {
    await expect(database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('no role may delete a row', async () => {
    await insertCampaign(database.pool);
    await expect(database.ownerPool.query('delete from campaign')).rejects.toMatchObject({ code: 'BC002' });
    await expect(database.ownerPool.query('delete from coupon_redemption')).rejects.toMatchObject({ code: 'BC002' });
  });
});

async function slices(id: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select count(*)::int as n, sum(redemptions_cap)::int as uses, sum(budget_cap_minor)::int as budget,
       (count(*) filter (where is_open))::int as open from campaign_slice where campaign_id = $1`,
    [id],
  );
  return rows[0];
}

async function isExhausted(id: string): Promise<unknown> {
  const { rows } = await database.pool.query('select campaign_is_exhausted($1) as is', [id]);
  return rows[0]?.is;
}

/** Counts a use, as the functions of redemption do. */
async function use(
  campaign: string,
  coupon: string | undefined,
  mode: 'UNIQUE' | 'SHARED',
  no: number,
  state: 'RESERVED' | 'CONFIRMED',
): Promise<void> {
  const { ownerPool } = database;
  const isConfirmed = state === 'CONFIRMED';
  await ownerPool.query(
    `insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, coupon_use_no, account_use_no, order_minor, discount_minor,
        currency, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
     values ($1, $2, $3, $4, 0, $5, $6, 2000, 500, 'EUR', now() + interval '1 hour', $7, $8, sha256(''), 'till')`,
    [
      campaign,
      coupon,
      accountId(1),
      state,
      mode === 'UNIQUE' ? no : null,
      no,
      isConfirmed ? new Date() : null,
      `${campaign}-${no}`,
    ],
  );
  const counter = isConfirmed ? 'redemptions_count' : 'reserved_count';
  const [table, where] = mode === 'UNIQUE' ? ['coupon', 'id = $1'] : ['coupon_slice', 'coupon_id = $1 and slice = 0'];
  await ownerPool.query(`update ${table} set ${counter} = ${counter} + 1 where ${where}`, [coupon]);
  await ownerPool.query(
    `update campaign_slice set redemptions_used = redemptions_used + 1, discount_used_minor = discount_used_minor + 500
     where campaign_id = $1 and slice = 0`,
    [campaign],
  );
}

async function inZone<Result extends Record<string, unknown>>(zone: string, text: string, values: unknown[]) {
  const client = await database.pool.connect();
  try {
    await client.query(`set time zone '${zone}'`);
    return await client.query<Result>(text, values);
  } finally {
    await client.query('reset time zone');
    client.release();
  }
}
