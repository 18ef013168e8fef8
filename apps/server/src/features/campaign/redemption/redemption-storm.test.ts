import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { listeningAt } from '../../../testing/stream-client.ts';
import { accountId } from '../../../testing/test-accounts.ts';
import { expireReservations } from './redemption.maintenance.ts';
import { makeCodes, openCampaign, type TillAnswer, tillApp } from './testing/till.ts';
import { countersOf } from './testing/uncounted.ts';

const isLong = inject('isLong');
/** Requests for the last use, and connections. */
const REQUESTS = isLong ? 10_000 : 400;
const CONNECTIONS = 64;
const SHOPPERS = isLong ? 500 : 120;

const { test, till } = await tillApp(1_600);

/** Active accounts in Germany. */
const shopper = (index: number) => accountId(15 * Math.floor(index / 4) + ([1, 2, 4, 7][index % 4] ?? 1));
const tally = (answers: readonly { readonly outcome: string }[]) => {
  const counted: Record<string, number> = {};
  for (const { outcome } of answers) counted[outcome] = (counted[outcome] ?? 0) + 1;
  return counted;
};
/** Runs all tasks with limited concurrency. */
async function crowd<T>(count: number, width: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let index = next++; index < count; index = next++) done.push(await run(index));
    }),
  );
  return done;
}

it(
  `of ${REQUESTS} requests for one last use over ${CONNECTIONS} connections one is served, and none fails`,
  async () => {
    const { code } = await openCampaign(test, { per_account_limit: 100 });
    const url = `${await listeningAt(test)}/graphql`;
    const query = 'mutation($i: RedeemCouponInput!) { it: redeemCoupon(input: $i) { outcome } }';
    const faults = new Set<string>();
    const ask = async (index: number): Promise<{ outcome: string }> => {
      const input = { key: randomUUID(), code, accountId: shopper(index % 400), orderMinor: 1_000 };
      for (;;) {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
          body: JSON.stringify({ query, variables: { i: input } }),
        });
        const { data, errors } = (await answer.json()) as {
          data?: { it: { outcome: string } };
          errors?: { extensions: { code: string } }[];
        };
        if (data?.it != null) return data.it;
        // Retryable; any other error is a failure.
        if (answer.headers.get('retry-after') !== null) continue;
        faults.add(`${answer.status} ${errors?.[0]?.extensions.code}`);
        return { outcome: 'FAULT' };
      }
    };
    const answers = await crowd(REQUESTS, CONNECTIONS, ask);
    expect([...faults]).toEqual([]);
    expect(tally(answers)).toEqual({ CONFIRMED: 1, COUPON_USED: REQUESTS - 1 });
  },
  // Longer: 10,000 requests in full size.
  isLong ? 900_000 : 60_000,
);

it(`accepts one of ${SHOPPERS} redemptions by one account with a limit of one`, async () => {
  const { codes } = await openCampaign(test, {}, {}, makeCodes(SHOPPERS));
  const answers = await crowd(SHOPPERS, CONNECTIONS, (index) =>
    till.redeem({ code: codes[index], accountId: shopper(0), orderMinor: 1_000 }),
  );
  expect(tally(answers)).toEqual({ CONFIRMED: 1, ACCOUNT_LIMIT: SHOPPERS - 1 });
});

it('never exceeds a budget in 16 slices, and leaves less than one redemption of it [redemption 3]', async () => {
  // 16 slices of 12 or 13 cents: a discount of 20 fits into none of them.
  const budget = 203;
  const { id, code } = await openCampaign(
    test,
    { code_mode: 'SHARED', per_coupon_limit: 10_000, budget_minor: budget, amount_minor: 20 },
    { max_redemptions: 10_000 },
    ['STORM1'],
  );
  const answers = await crowd(60, CONNECTIONS, (index) =>
    till.reserve({ code, accountId: shopper(index), orderMinor: 20 - (index % 5) }),
  );
  const { discount } = (await countersOf(test.database.ownerPool, id)) ?? { discount: 0 };
  expect(discount).toBeLessThanOrEqual(budget);
  expect(budget - discount).toBeLessThan(20);
  expect(Object.keys(tally(answers)).sort()).toEqual(['BUDGET_EXHAUSTED', 'RESERVED']);
  // Released discounts are used to the last cent.
  const held = answers.filter(({ outcome }) => outcome === 'RESERVED');
  await Promise.all(held.map(({ redemption }) => till.release(redemption?.id)));
  expect(await countersOf(test.database.ownerPool, id)).toMatchObject({ redemptions: 0, discount: 0 });
  const again = await crowd(200, CONNECTIONS, (index) =>
    till.redeem({ code, accountId: shopper(100 + index), orderMinor: 1 }),
  );
  expect(tally(again)).toEqual({ CONFIRMED: 200 });
  expect((await till.redeem({ code, accountId: shopper(99), orderMinor: 4 })).outcome).toBe('BUDGET_EXHAUSTED');
  expect((await till.redeem({ code, accountId: shopper(99), orderMinor: 3 })).outcome).toBe('CONFIRMED');
  expect((await till.redeem({ code, accountId: shopper(98), orderMinor: 1 })).outcome).toBe('BUDGET_EXHAUSTED');
});

it('never exceeds the uses of a shared code in 16 slices [redemption 3]', async () => {
  const { code } = await openCampaign(test, { code_mode: 'SHARED', per_coupon_limit: 21 }, { max_redemptions: 21 }, [
    'STORM2',
  ]);
  const answers = await crowd(60, CONNECTIONS, (index) =>
    till.redeem({ code, accountId: shopper(index), orderMinor: 100 }),
  );
  expect(tally(answers)).toEqual({ CONFIRMED: 21, COUPON_USED: 39 });
});

it('confirms or releases a reservation that lapses during confirmation, never both [redemption 3]', async () => {
  const { id, codes } = await openCampaign(test, { redemptions_limit: 40 }, {}, makeCodes(40));
  const held = await crowd(40, 16, (index) =>
    till.reserve({ code: codes[index], accountId: shopper(index), orderMinor: 100 }),
  );
  await test.database.ownerPool.query(
    `update coupon_redemption set reserved_until = clock_timestamp() + random() * interval '150 milliseconds' where campaign_id = $1`,
    [id],
  );
  let isOver = false;
  const sweeping = (async () => {
    while (!isOver) await inTransaction(test.database.db, expireReservations);
  })();
  const answers = await crowd(40, 4, (index) => till.confirm(held[index]?.redemption?.id));
  isOver = true;
  await sweeping;
  const { rows } = await test.database.ownerPool.query<{ id: string; state: string }>(
    'select id, state from coupon_redemption where campaign_id = $1',
    [id],
  );
  const states = new Map(rows.map((row) => [row.id, row.state]));
  for (const { outcome, redemption } of answers) {
    expect(['CONFIRMED', 'RESERVATION_LAPSED']).toContain(outcome);
    expect(states.get(redemption?.id ?? '') === 'CONFIRMED').toBe(outcome === 'CONFIRMED');
  }
});

it('confirms or releases each of many concurrent redemptions of one code, and returns consistent outcomes', async () => {
  // One slice has the whole limit, so all held uses contend for one row.
  const { id, code } = await openCampaign(
    test,
    { code_mode: 'SHARED', per_coupon_limit: 100 },
    { max_redemptions: 100 },
    ['STORM3'],
  );
  const held = await crowd(8, 8, (index) => till.reserve({ code, accountId: shopper(index), orderMinor: 100 }));
  await test.database.ownerPool.query(
    `with one as (update coupon_redemption set slice = 0 where campaign_id = $1)
     update coupon_slice set reserved_count = case slice when 0 then 8 else 0 end, redemptions_cap = case slice when 0 then 100 else 0 end
     where campaign_id = $1`,
    [id],
  );
  await test.database.ownerPool.query(
    'update campaign_slice set redemptions_used = case slice when 0 then 8 else 0 end, discount_used_minor = case slice when 0 then 800 else 0 end where campaign_id = $1',
    [id],
  );
  const asked = [0, 1, 2, 3].flatMap((which) => Array.from({ length: 6 }, (_, turn) => ({ which, turn })));
  const answers = await crowd(asked.length, asked.length, async (index) => {
    const { which, turn } = asked[index] ?? { which: 0, turn: 0 };
    const redemption = held[which]?.redemption?.id;
    // Some of the last two are released concurrently.
    const answer = which > 1 && turn === 3 ? await till.release(redemption) : await till.confirm(redemption);
    return { which, ...answer };
  });
  const { rows } = await test.database.ownerPool.query<{ id: string; state: string }>(
    'select id, state from coupon_redemption where campaign_id = $1',
    [id],
  );
  const states = new Map(rows.map((row) => [row.id, row.state]));
  for (const which of [0, 1, 2, 3]) {
    const state = states.get(held[which]?.redemption?.id ?? '');
    const told = answers.filter((answer) => answer.which === which);
    const done = told.filter(({ outcome, isReplayed }) => outcome === state && !isReplayed);
    expect([which, state, done.length]).toEqual([which, which > 1 ? state : 'CONFIRMED', 1]);
    for (const { outcome } of told)
      expect(
        state === 'CONFIRMED' ? ['CONFIRMED', 'ALREADY_CONFIRMED'] : ['RELEASED', 'RESERVATION_RELEASED'],
      ).toContain(outcome);
  }
  expect(rows.filter(({ state }) => state === 'RESERVED')).toHaveLength(4);
});

it('leaves each redemption complete or absent if connections are killed, and a retry returns which [redemption 3]', async () => {
  const { id, codes } = await openCampaign(
    test,
    { reward_type: 'POINTS', amount_minor: null, currency: null, points: 5, redemptions_limit: 60 },
    {},
    makeCodes(60),
  );
  let served = 0;
  const answers: TillAnswer[] = await crowd(60, 16, async (index) => {
    const redeeming = till.redeem({
      key: `storm-${index}`,
      code: codes[index],
      accountId: shopper(index),
      orderMinor: 100,
    });
    served += 1;
    if (served % 4 === 0)
      await test.database.ownerPool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database() and state <> 'idle'`,
        [new URL(test.database.url).username],
      );
    return redeeming;
  });
  expect(tally(answers)).toEqual({ CONFIRMED: 60 });
  const { rows } = await test.database.ownerPool.query(
    `select count(*)::int as redemptions, count(distinct r.id)::int as ids, count(t.id)::int as transfers from coupon_redemption r
       left join points_transfer t on t.ref_type = 'REDEMPTION' and t.ref_id = r.id::text where r.campaign_id = $1 and r.state = 'CONFIRMED'`,
    [id],
  );
  expect(rows).toEqual([{ redemptions: 60, ids: 60, transfers: 60 }]);
});
