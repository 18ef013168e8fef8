import { randomUUID } from 'node:crypto';
import { BEHAVIORS, type BehaviorTerms, SEGMENT_BEHAVIORS, type SegmentBehavior } from '@backcounter/domain';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { insertCampaign, insertCoupons } from '../../../testing/test-campaigns.ts';
import { insertDeliveries, insertNotification } from '../../../testing/test-notifications.ts';
import { insertStores, storeId } from '../../../testing/test-stores.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';

const COUNT = 24;
const ROWS = 60;
const DAY_MS = 86_400_000;
/** Ages of rows, in days, and the periods that separate them. */
const AGES = [1.5, 5.5, 20.5, 80.5] as const;
const PERIODS = [1, 3, 10, 50, 365] as const;

/** Far from the clocks of this process and of the database, which may differ. */
const PAST = new Date('2020-01-01T00:00:00Z');
const FUTURE = new Date('2099-01-01T00:00:00Z');

const records: Record<'stores' | 'campaigns' | 'notifications' | 'giveaways', string[]> = {
  stores: [1, 2, 3].map(storeId),
  campaigns: [],
  notifications: [],
  giveaways: [],
};
const rowsOf = async (sql: string, values: readonly unknown[] = []) =>
  (await test.database.ownerPool.query(sql, [...values])).rows;
/** The same random values at each run. */
const sampled = <Value>(of: fc.Arbitrary<Value>, count = ROWS) => fc.sample(of, { numRuns: count, seed: 37 });
const account = fc.integer({ min: 1, max: COUNT }).map(accountId);
const age = fc.constantFrom(...AGES);
const of = (list: readonly string[]) => fc.constantFrom(...list);
const before = (days: number) => new Date(test.now.getTime() - days * DAY_MS);

const test = await fileApp();
beforeAll(async () => {
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, COUNT);
  await insertStores(pool, 3);
  for (let n = 0; n < 2; n += 1) {
    records.notifications.push(await insertNotification(pool, { state: 'SENT' }));
    records.giveaways.push(await insertGiveaway(`ENTER${n}`));
  }
  for (const state of ['ACTIVE', 'ACTIVE', 'PAUSED'])
    records.campaigns.push(await insertCampaign(pool, { state, starts_at: PAST, ends_at: FUTURE }));
  await movePoints();
  await giveCoupons();
  await openMessages();
  await enterGiveaways();
});

async function movePoints(): Promise<void> {
  const wallets = await rowsOf('select id, owner_id, system_code from points_wallet');
  const walletOf = (owner: string) => wallets.find((each) => [each.owner_id, each.system_code].includes(owner))?.id;
  const moves = sampled(
    fc.record({
      account,
      days: age,
      code: fc.constantFrom('EARN', 'SPEND', 'ISSUE'),
      other: of([...records.stores, 'SYSTEM']),
      isReversed: fc.boolean(),
      // From a file of past entries.
      isLate: fc.boolean(),
    }),
    ROWS * 2,
  );
  for (const [index, { account: owner, days, code, other, isReversed, isLate }] of moves.entries()) {
    const isOut = code === 'SPEND';
    const own = walletOf(owner);
    const others = walletOf(code === 'ISSUE' || other === 'SYSTEM' ? (isOut ? 'BREAKAGE' : 'ISSUANCE') : other);
    const post = async (from: string, to: string, as: string, reversal: string | null) => {
      const [{ id }] = await rowsOf(
        `insert into points_transfer (debit_wallet_id, credit_wallet_id, amount, code, reason, occurred_at, recorded_at, reversal_of,
           idempotency_key, created_by) values ($1, $2, 10, $3, 'test', $4, $5, $6, $7, 'test') returning id`,
        [from, to, as, before(days), before(isLate ? 0 : days), reversal, randomUUID()],
      );
      for (const [wallet, delta, seq] of [
        [from, -10, 1],
        [to, 10, 2],
      ] as const)
        await rowsOf(
          `insert into points_entry (wallet_id, seq, transfer_id, delta, occurred_at, recorded_at) values ($1, $2, $3, $4, $5, $6)`,
          [wallet, index * 4 + seq + (reversal ? 2 : 0), id, delta, before(days), before(isLate ? 0 : days)],
        );
      return id;
    };
    const [from, to] = isOut ? [own, others] : [others, own];
    const id = await post(from, to, code, null);
    if (isReversed) await post(to, from, 'REVERSAL', id);
  }
}

async function giveCoupons(): Promise<void> {
  const pool = test.database.ownerPool;
  const coupons = sampled(
    fc.record({
      campaign: of(records.campaigns),
      owner: fc.option(account, { freq: 4 }),
      days: age,
      state: fc.constantFrom('ACTIVE', 'ACTIVE', 'DISABLED'),
      until: fc.constantFrom(null, null, FUTURE, PAST),
      used: fc.constantFrom(0, 0, 1),
    }),
  );
  for (const [index, { campaign, owner, days, state, until, used }] of coupons.entries()) {
    const [id] = await insertCoupons(pool, campaign, [`TEST0000${1000 + index}`], {
      account_id: owner,
      distributed_at: owner && before(days),
      state,
      disabled_reason: state === 'DISABLED' ? 'test' : null,
      valid_until: until,
      redemptions_count: used,
    });
    const redeemed = sampled(fc.record({ account, days: age, state: fc.constantFrom('CONFIRMED', 'RELEASED') }))[index];
    if (redeemed === undefined) continue;
    const confirmed = redeemed.state === 'CONFIRMED' ? before(redeemed.days) : null;
    await rowsOf(
      `insert into coupon_redemption (campaign_id, coupon_id, account_id, state, slice, account_use_no, confirmed_at, released_at,
         idempotency_key, request_hash, created_by) values ($1, $2, $3, $4, 0, $5::int, $6, $7, 'test' || $5::int, sha256(''), 'till')`,
      [campaign, id, redeemed.account, redeemed.state, index + 1, confirmed, confirmed ? null : test.now],
    );
  }
}

async function openMessages(): Promise<void> {
  for (const [n, id] of records.notifications.entries()) {
    const accounts = [...Array(COUNT).keys()].filter((at) => at % (n + 2) > 0).map((at) => accountId(at + 1));
    await insertDeliveries(test.database.ownerPool, id, 'OPENED', accounts);
    for (const [index, days] of sampled(fc.option(age), accounts.length).entries())
      await rowsOf('update notification_delivery set opened_at = $3 where notification_id = $1 and account_id = $2', [
        id,
        accounts[index],
        days && before(days),
      ]);
  }
}

async function insertGiveaway(code: string): Promise<string> {
  const [{ id }] = await rowsOf(
    `insert into giveaway (code, title_i18n, description_i18n, rules_i18n, country_codes, min_age, opens_at, closes_at, draw_at, timezone)
     values ($1, '{"en-US":"t"}', '{"en-US":"d"}', '{"en-US":"r"}', '{DE}', 18, now(), now() + interval '1 hour', now() + interval '2 hours', 'UTC')
     returning id`,
    [code],
  );
  await rowsOf(
    `insert into giveaway_prize (giveaway_id, rank, title_i18n, quantity, kind) values ($1, 1, '{"en-US":"p"}', 3, 'PHYSICAL')`,
    [id],
  );
  return id;
}

async function enterGiveaways(): Promise<void> {
  const ENTRY = fc.record({
    days: age,
    state: fc.constantFrom('VALID', 'VALID', 'WITHDRAWN', 'DISQUALIFIED'),
    winner: fc.constantFrom(null, 'DRAWN', 'NOTIFIED', 'FULFILLED', 'FORFEITED'),
  });
  for (const [n, id] of records.giveaways.entries()) {
    const [prize] = await rowsOf('select id from giveaway_prize where giveaway_id = $1 order by rank limit 1', [id]);
    for (const [index, { days, state, winner }] of sampled(ENTRY, COUNT).entries()) {
      if (index % (n + 2) === 0) continue;
      const [entry] = await rowsOf(
        `insert into giveaway_entry (giveaway_id, account_id, entered_at, changed_at, tickets, state, state_reason)
         values ($1, $2, $3, $3, 1, $4, $5) returning id`,
        [id, accountId(index + 1), before(days), state, state === 'DISQUALIFIED' ? 'test' : null],
      );
      if (winner === null) continue;
      await rowsOf(
        `insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind, state, notified_at, forfeited_reason)
         values ($1, $2, $3, $4, $5, 'WINNER', $6, $7, $8)`,
        [
          id,
          index + 1,
          entry.id,
          accountId(index + 1),
          prize.id,
          winner,
          winner === 'DRAWN' ? null : before(days),
          winner === 'FORFEITED' ? 'test' : null,
        ],
      );
    }
  }
}

/** A thing that an account did, from the rows as they are: of which record, and when. */
interface Deed {
  readonly account: string;
  readonly record: string | null;
  readonly at: Date;
}

async function deeds(): Promise<Readonly<Record<SegmentBehavior, readonly Deed[]>>> {
  const wallets = new Map((await rowsOf('select * from points_wallet')).map((each) => [each.id, each]));
  const transfers = await rowsOf('select * from points_transfer');
  const reversed = new Set(transfers.map((each) => each.reversal_of));
  const campaigns = new Map((await rowsOf('select id, state from campaign')).map((each) => [each.id, each.state]));
  const points = (code: string, own: string, other: string) =>
    transfers
      .filter((each) => each.code === code && !reversed.has(each.id))
      .map((each) => ({
        account: wallets.get(each[own])?.owner_id,
        record: wallets.get(each[other])?.owner_id,
        at: each.occurred_at,
      }));
  const from = async (table: string, record: string, at: string, isMeant: (row: pg.QueryResultRow) => boolean) =>
    (await rowsOf(`select * from ${table}`))
      .filter(isMeant)
      .map((row) => ({ account: row.account_id, record: row[record], at: row[at] }));
  const earned = points('EARN', 'credit_wallet_id', 'debit_wallet_id');
  const spent = points('SPEND', 'debit_wallet_id', 'credit_wallet_id');
  return {
    earned,
    spent,
    shopped: [...earned, ...spent].filter(({ record }) => record !== null),
    holds: await from(
      'coupon',
      'campaign_id',
      'distributed_at',
      (row) =>
        row['state'] === 'ACTIVE' &&
        row['redemptions_count'] < row['max_redemptions'] &&
        campaigns.get(row['campaign_id']) === 'ACTIVE' &&
        (row['valid_until'] === null || row['valid_until'] > new Date()),
    ),
    redeemed: await from('coupon_redemption', 'campaign_id', 'confirmed_at', (row) => row['state'] === 'CONFIRMED'),
    opened: await from('notification_delivery', 'notification_id', 'opened_at', (row) => row['opened_at'] !== null),
    entered: await from('giveaway_entry', 'giveaway_id', 'entered_at', (row) => row['state'] === 'VALID'),
    won: await from('giveaway_winner', 'giveaway_id', 'notified_at', (row) =>
      ['NOTIFIED', 'CLAIMED', 'FULFILLED'].includes(row['state']),
    ),
  };
}

const RECORDS = {
  earned: 'stores',
  spent: 'stores',
  shopped: 'stores',
  holds: 'campaigns',
  redeemed: 'campaigns',
  opened: 'notifications',
  entered: 'giveaways',
  won: 'giveaways',
} as const satisfies Readonly<Record<SegmentBehavior, keyof typeof records>>;

it.each(BEHAVIORS)(
  'finds exactly the accounts that %s, of any record and in any period, or did not',
  async (behavior) => {
    const done = (await deeds())[behavior];
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const membersOf = async (rule: object) => {
      const made = await test.send(
        'mutation($input: CreateSegmentInput!) { createSegment(input: $input) { segment { id } } }',
        { input: { name: behavior, rule } },
        { token: 'admin', headers: headers() },
      );
      const { body } = await test.send(
        `query($filter: AccountFilter, $rule: JSON!) { accounts(first: 100, filter: $filter) { nodes { id } }
         segmentCounts(rule: $rule) { members { value kind } } }`,
        { filter: { segment: { in: [made.body.data?.['createSegment'].segment.id] } }, rule },
        { token: 'admin', headers: headers() },
      );
      const ids = body.data?.['accounts'].nodes.map(({ id }: { id: string }) => id).sort();
      // One account by one, and all at once, which are different statements.
      expect(body.data?.['segmentCounts'].members).toEqual({ value: ids.length, kind: 'EXACT' });
      return ids;
    };
    const terms: fc.Arbitrary<BehaviorTerms> = fc
      .record(
        {
          ids: fc.subarray(records[RECORDS[behavior]], { minLength: 1 }),
          withinDays: fc.constantFrom(...PERIODS),
        },
        { requiredKeys: [] },
      )
      .filter((each) => !SEGMENT_BEHAVIORS[behavior].isBounded || Object.keys(each).length > 0);
    const sizes = new Set<number>();
    await fc.assert(
      fc.asyncProperty(terms, fc.boolean(), async ({ ids, withinDays }, isNegated) => {
        const matching = new Set(
          done
            .filter(({ record }) => ids === undefined || (record !== null && ids.includes(record)))
            .filter(({ at }) => withinDays === undefined || at >= before(withinDays))
            .map((each) => each.account),
        );
        const clause = { [behavior]: { ...(ids && { ids }), ...(withinDays !== undefined && { withinDays }) } };
        const expected = [...Array(COUNT).keys()]
          .map((at) => accountId(at + 1))
          .filter((id) => matching.has(id) !== isNegated);
        sizes.add(expected.length);
        expect(await membersOf(isNegated ? { not: clause } : clause)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
    expect(sizes.size).toBeGreaterThan(2);
  },
);
