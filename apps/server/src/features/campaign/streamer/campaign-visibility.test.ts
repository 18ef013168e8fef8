import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestToken } from '../../../testing/test-app.ts';
import { insertStores } from '../../../testing/test-stores.ts';

/** Differences between two databases that must stay hidden from a streamer, or from callers who may not see codes. */
interface Others {
  readonly partners: number;
  readonly uses: number;
  readonly budget: number | null;
  readonly limit: number | null;
  readonly reason: string;
  readonly campaigns: number;
  /** Hidden part of codes. */
  readonly hidden: string;
}

const LITTLE: Others = { partners: 1, uses: 0, budget: null, limit: null, reason: 'few', campaigns: 0, hidden: 'ABC' };
const MUCH: Others = {
  partners: 4,
  uses: 9,
  budget: 90_000,
  limit: 500,
  reason: 'many of them',
  campaigns: 3,
  hidden: 'XYZ',
};

const id = (kind: string, n: number): string => `01900000-0000-7000-8000-${kind}${n.toString(16).padStart(8, '0')}`;
const [MINE, PAUSED, FOREIGN] = [id('ca00', 1), id('ca00', 2), id('ca00', 99)];
const [ME, OTHER] = [id('5700', 1), id('5700', 2)];

let little: TestApp;
let much: TestApp;

beforeAll(async () => {
  [little, much] = await Promise.all([world(LITTLE, LITTLE.hidden), world(MUCH, LITTLE.hidden)]);
});
afterAll(() => Promise.all([little.close(), much.close()]));

/** Fills tables like the SQL functions of redemptions. */
async function world(others: Others, ownHidden: string): Promise<TestApp> {
  const test = await createTestApp();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertAccounts(pool, 3);
  await insertStores(pool, 4);
  const at = '2026-01-01T00:00:00Z';
  const streamers = [
    [ME, 'Me', 'staff-campaign-streamer'] as const,
    ...range(others.partners).map((n) => [id('5700', n + 2), `Other ${n} ${others.reason}`, null] as const),
  ];
  for (const [streamer, name, sub] of streamers) {
    await pool.query(
      `insert into streamer (id, display_name, platform, staff_sub, created_at, updated_at) values ($1, $2, 'TWITCH', $3, $4, $4)`,
      [streamer, name, sub, at],
    );
  }
  for (const [campaign, code] of [
    [MINE, 'MINE'],
    [PAUSED, 'PAUSED'],
    ...range(others.campaigns).map((n) => [id('ca00', 99 - n), `FOREIGN-${n}`]),
  ] as const) {
    await pool.query(
      `insert into campaign (id, code, name, reward_type, amount_minor, currency, starts_at, ends_at, timezone, code_mode, budget_minor,
          redemptions_limit, created_at, updated_at, updated_by)
       values ($1, $2, $2 || ' of everybody', 'AMOUNT', 500, 'EUR', '2026-01-01', '2099-01-01', 'UTC', 'SHARED', $3, $4, $5, $5, $6)`,
      [campaign, code, others.budget, others.limit, at, `staff-${others.reason.slice(0, 3)}`],
    );
    const isForeign = code.startsWith('FOREIGN');
    for (const [index, [streamer]] of streamers.entries()) {
      if (isForeign && streamer === ME) continue;
      const hidden = streamer === ME ? ownHidden : others.hidden;
      await place(
        pool,
        campaign,
        streamer,
        `${hidden}${campaign.slice(-2).toUpperCase()}${index}`,
        streamer === ME ? 7 : others.uses,
      );
    }
    await pool.query(`update campaign set state = 'ACTIVE' where id = $1`, [campaign]);
    for (const [index, [streamer]] of streamers.entries()) {
      if (!(isForeign && streamer === ME))
        await uses(pool, campaign, streamer, streamer === ME ? 2 : others.uses, index);
    }
  }
  await pool.query(`update campaign set state = 'PAUSED', state_reason = $2 where id = $1`, [PAUSED, others.reason]);
  return test;
}

async function place(pool: pg.Pool, campaign: string, streamer: string, code: string, quota: number): Promise<void> {
  const coupon = `${campaign.slice(0, 24)}${streamer.slice(-6)}${campaign.slice(-6)}`;
  await pool.query(
    `insert into coupon_batch (id, campaign_id, streamer_id, requested, generated, state) values ($1, $2, $3, 1, 1, 'DONE')`,
    [coupon, campaign, streamer],
  );
  await pool.query(
    `insert into coupon (id, campaign_id, batch_id, streamer_id, code, max_redemptions) values ($1, $2, $1, $3, $4, 1000)`,
    [coupon, campaign, streamer, code],
  );
  await pool.query(
    'insert into campaign_streamer (campaign_id, streamer_id, shared_coupon_id, coupon_quota, commission_bp) values ($1, $2, $3, $4, $4)',
    [campaign, streamer, coupon, quota],
  );
}

async function uses(pool: pg.Pool, campaign: string, streamer: string, count: number, place: number): Promise<void> {
  for (const n of range(count)) {
    await pool.query(
      `insert into coupon_redemption (id, campaign_id, coupon_id, account_id, streamer_id, state, slice, account_use_no, order_minor,
          discount_minor, currency, reserved_at, reserved_until, confirmed_at, idempotency_key, request_hash, created_by)
       select $5::uuid, campaign_id, shared_coupon_id, $3, streamer_id, $6::redemption_state, 0, $4::int, 2000, 500, 'EUR', '2026-02-01', '2099-01-01',
         case when $6::redemption_state = 'CONFIRMED' then timestamptz '2026-02-01' end, campaign_id::text || '-' || $4::int, sha256(''), 'till'
       from campaign_streamer where campaign_id = $1 and streamer_id = $2`,
      [
        campaign,
        streamer,
        accountId(1),
        place * 20 + n + 1,
        id(campaign.slice(-2) === '01' ? 'ed00' : 'ed01', place * 100 + n),
        n === 0 ? 'RESERVED' : 'CONFIRMED',
      ],
    );
  }
  await pool.query(
    'update campaign_slice set redemptions_used = redemptions_used + $2::bigint, discount_used_minor = discount_used_minor + $2::bigint * 500 where campaign_id = $1 and slice = 15 - $3::int % 16',
    [campaign, Math.min(count, 2), place],
  );
  await pool.query(
    `insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, discount_minor)
     values ($1, '2026-02-01', '00000000-0000-0000-0000-000000000000', $2, 0, $3::bigint, $3::bigint * 500)`,
    [campaign, streamer, Math.max(0, count - 1)],
  );
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

const ROW = `id code name description status state stateReason rewardType amountMinor currency budgetMinor redemptionsLimit couponsLimit version updatedAt updatedBy { sub }
  figures { coupons reserved redeemed discountMinor discountHeldMinor points budgetMinor redemptionsLimit budgetUse }
  pulse { lastHour refusedToday } partnerFigures { streamerId redeemed commissionMinor }
  streamers { id displayName code isCodeMasked sharedCouponId couponQuota couponsOrdered commissionBp } exposure { uses discountMinor }
  stores { sid } areas { code } openFields actions { action isAllowed refusal } history(first: 5) { nodes { action } }`;
const list = (args: string): string =>
  `{ campaigns(${args}) { matchedBy count { kind value } pageInfo { hasNextPage hasPreviousPage } nodes { ${ROW} } } }`;

const QUESTIONS: Readonly<Record<string, string>> = {
  list: list('first: 50'),
  'from the end': list('last: 1'),
  'first of them': list('first: 1'),
  'one of them': `{ campaign(id: "${MINE}") { ${ROW} } }`,
  'a foreign one': `{ campaign(id: "${FOREIGN}") { ${ROW} } }`,
  'search by a foreign code': list('search: "FOREIGN-0"'),
  'search by a text that is in all': list('search: "everybody"'),
  'search by a foreign id': list(`search: "${FOREIGN}"`),
  'begin at a foreign one': list(`first: 5, startAt: { id: "${FOREIGN}" }`),
  'filter by another partner': list(`filter: { streamer: { in: ["${OTHER}"] } }`),
  'filter by a store': list(`filter: { store: { in: ["${MINE}"] } }`),
  'filter by what was redeemed': list('filter: { redeemed: { from: 5 } }'),
  'filter by budget': list('filter: { budgetUse: { from: 1 } }'),
  'filter by status': list('filter: { status: { in: [RUNNING, PAUSED] } }'),
  'order by what was redeemed': list('sort: { key: REDEEMED, direction: DESC }'),
  'order by budget': list('sort: { key: BUDGET_USE, direction: DESC }'),
  'order by name': list('sort: { key: NAME, direction: DESC }'),
  capabilities: '{ listCapabilities(list: CAMPAIGNS) { sorts { key } filters { key } searches } }',
  'what files may have': '{ exportOffer(list: CAMPAIGNS) { columns } }',
  partners: '{ streamers(first: 5) { nodes { id } } }',
  'the own partner':
    '{ myStreamer { id displayName usesToday pending { uses commissionMinor } days { from uses } months { from uses commissionMinor } recentUses { id state codeLast4 commissionMinor } } }',
  'stores to choose from': '{ campaignStoreChoices { sid } }',
  redemptions: `{ campaignRedemptions(filter: { campaign: { in: ["${MINE}"] } }) { count { value } nodes { id state discountMinor streamer { id } } } }`,
  'redemptions of a foreign one': `{ campaignRedemptions(filter: { campaign: { in: ["${FOREIGN}"] } }) { count { value } nodes { id } } }`,
  statistics: `{ campaignStatistics(campaignId: "${MINE}", from: "2026-01-15", to: "2026-02-15") { totals { confirmed discountMinor } streamers { streamerId confirmed } } }`,
  coupons: `{ coupons(filter: { campaign: { in: ["${MINE}"] } }) { count { value } nodes { last4 status usesConfirmed streamer { id } } } }`,
  'coupons of another partner': `{ coupons(filter: { campaign: { in: ["${MINE}"] }, streamer: { in: ["${OTHER}"] } }) { count { value } nodes { id } } }`,
  'coupons of a foreign one': `{ coupons(filter: { campaign: { in: ["${FOREIGN}"] } }) { count { value } nodes { id } } }`,
  "search by another's code": `{ coupons(filter: { campaign: { in: ["${MINE}"] } }, search: "XYZ011") { matchedBy nodes { id } } }`,
  "search by the end of another's code": `{ coupons(filter: { campaign: { in: ["${MINE}"] } }, search: "Z011") { matchedBy nodes { id } } }`,
  batches: `{ couponBatches(filter: { campaign: { in: ["${MINE}"] } }) { count { value } nodes { requested streamer { id } } } }`,
  'what may be ordered': `{ couponAllowance(campaignId: "${MINE}") { limit ordered left quota quotaOrdered quotaLeft } }`,
  'what may be ordered of a foreign one': `{ couponAllowance(campaignId: "${FOREIGN}") { limit ordered left } }`,
  announcements: '{ campaignAnnouncements { campaignId code name kind } }',
  alerts: '{ campaignAlerts { id kind percent } }',
  'statistics of a foreign one': `{ campaignStatistics(campaignId: "${FOREIGN}") { totals { confirmed } } }`,
};

async function ask(test: TestApp, question: string, token: TestToken): Promise<string> {
  const { text } = await test.send(question, {}, { token });
  // Different in each response.
  return text.replace(/"(requestId|countedAt)":"[^"]*"/g, '');
}

describe('a streamer', () => {
  it.each(Object.entries(QUESTIONS))('learns nothing about others from: %s', async (_name, question) => {
    expect(await ask(much, question, 'campaign-streamer')).toBe(await ask(little, question, 'campaign-streamer'));
  });

  it('sees their own part [campaigns 5]', async () => {
    const { body } = await much.send(QUESTIONS['list'] ?? '', {}, { token: 'campaign-streamer' });
    expect(body.data.campaigns).toMatchObject({
      count: { value: 2 },
      nodes: [PAUSED, MINE].map((campaign) => ({
        id: campaign,
        figures: { coupons: 1, reserved: 1, redeemed: 1, discountMinor: 1000, budgetMinor: null },
        streamers: [{ id: ME, isCodeMasked: false, couponQuota: 7 }],
        history: null,
        exposure: null,
      })),
    });
    expect(body.data.campaigns.nodes[1].streamers[0].code).toBe('ABC010');
    expect(await ask(much, list('first: 50'), 'campaign-viewer')).not.toBe(
      await ask(little, list('first: 50'), 'campaign-viewer'),
    );
  });

  it('sees nothing after a suspension or removal [campaigns 5]', async () => {
    const seen = async () =>
      (await little.send('{ campaigns { nodes { code } } }', {}, { token: 'campaign-streamer' })).body.data.campaigns
        .nodes;
    const { ownerPool } = little.database;
    await ownerPool.query(
      'update campaign_streamer set removed_at = now() where streamer_id = $1 and campaign_id = $2',
      [ME, MINE],
    );
    expect(await seen()).toEqual([{ code: 'PAUSED' }]);
    await ownerPool.query("update streamer set state = 'SUSPENDED', state_reason = 'test' where id = $1", [ME]);
    expect(await seen()).toEqual([]);
  });
});

describe('a viewer', () => {
  const before = new Map<string, string>();

  beforeAll(async () => {
    for (const [name, question] of Object.entries(QUESTIONS))
      before.set(name, await ask(much, question, 'campaign-viewer'));
    const { ownerPool } = much.database;
    await ownerPool.query('alter table coupon disable trigger coupon_check_change');
    await ownerPool.query(`update coupon set code = overlay(code placing 'QRS' from 1 for 3)`);
  });

  it.each(Object.entries(QUESTIONS))('sees only the end of codes in: %s', async (name, question) => {
    expect(await ask(much, question, 'campaign-viewer')).toBe(before.get(name));
  });
});
