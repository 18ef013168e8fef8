import { REDEMPTION_REFUSALS, REDEMPTION_RULES } from '@backcounter/domain';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { accountId } from '../../../testing/test-accounts.ts';
import { expireReservations } from './redemption.maintenance.ts';
import { makeCodes, openCampaign, tillApp } from './testing/till.ts';
import { uncounted } from './testing/uncounted.ts';

const isLong = inject('isLong');
const RUNS = isLong ? 300 : 8;
const STEPS = isLong ? 60 : 24;
/** Active accounts in Germany, and a suspended one. */
const ACCOUNTS = [1, 2, 4, 5].map(accountId);

const { test, till } = await tillApp(10);

const owner = (text: string, values: unknown[] = []) => test.database.ownerPool.query(text, values);

const terms = fc.record({
  isShared: fc.boolean(),
  isPoints: fc.boolean(),
  isForSegment: fc.boolean(),
  perCoupon: fc.integer({ min: 1, max: 4 }),
  perAccount: fc.integer({ min: 1, max: 3 }),
  limit: fc.option(fc.integer({ min: 1, max: 6 })),
  budget: fc.option(fc.integer({ min: 1, max: 300 })),
});
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('reserve' as const, 'redeem' as const),
      code: fc.nat(2),
      account: fc.nat(ACCOUNTS.length - 1),
      order: fc.integer({ min: 0, max: 120 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('confirm' as const, 'release' as const, 'roll back' as const, 'lapse' as const),
      which: fc.nat(100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('sweep' as const, 'pause' as const, 'resume' as const, 'spend' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'raise' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('consent' as const),
      account: fc.nat(ACCOUNTS.length - 1),
      isGiven: fc.boolean(),
    }),
  },
);

interface Held {
  readonly code: number;
  readonly account: number;
  readonly discount: number;
  state: 'CONFIRMED' | 'LAPSED' | 'RELEASED' | 'RESERVED' | 'ROLLED_BACK';
}

it(
  'random sequences match a simple model, and every counter is the sum of its redemptions [redemption 2]',
  async () => {
    let run = 0;
    const { rows: segments } = await owner(
      `insert into segment (name, rule) values ('With consent', '{"account": {"pushConsent": true}}') returning id`,
    );
    await owner('update account set push_consent = true, push_consent_at = now()');
    const members = new Set(ACCOUNTS.keys());
    await fc.assert(
      fc.asyncProperty(terms, fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (given, steps) => {
        run += 1;
        const codes = given.isShared
          ? [0, 1, 2].map((n) => `M${String.fromCharCode(65 + n)}${10_000 + run}X`)
          : makeCodes(3);
        let limit = given.limit;
        const budget = given.isPoints ? null : given.budget;
        const { id } = await openCampaign(
          test,
          {
            code_mode: given.isShared ? 'SHARED' : 'UNIQUE',
            per_coupon_limit: given.perCoupon,
            per_account_limit: given.perAccount,
            redemptions_limit: limit,
            budget_minor: budget,
            segment_id: given.isForSegment ? segments[0]?.id : null,
            ...(given.isPoints
              ? { reward_type: 'POINTS', points: 7, amount_minor: null, currency: null }
              : { amount_minor: 90 }),
          },
          { max_redemptions: given.perCoupon },
          codes,
        );
        let state = 'ACTIVE';
        const known = new Map<string, Held>();
        const used = () => [...known.values()].filter((it) => it.state === 'RESERVED' || it.state === 'CONFIRMED');
        const expected = (code: number, account: number, discount: number): string | null => {
          if (state !== 'ACTIVE') return state === 'PAUSED' ? 'CAMPAIGN_PAUSED' : 'CAMPAIGN_CANCELED';
          if (used().filter((it) => it.account === account).length >= given.perAccount) return 'ACCOUNT_LIMIT';
          if (used().filter((it) => it.code === code).length >= given.perCoupon) return 'COUPON_USED';
          const spent = used().reduce((sum, it) => sum + it.discount, 0);
          if ((limit !== null && used().length >= limit) || (budget !== null && spent + discount > budget))
            return 'BUDGET_EXHAUSTED';
          if (account === 3) return 'ACCOUNT_NOT_ACTIVE';
          return given.isForSegment && !members.has(account) ? 'NOT_IN_SEGMENT' : null;
        };
        const oneOf = (which: number) => [...known.entries()][which % Math.max(known.size, 1)];

        for (const each of steps) {
          if (each.kind === 'reserve' || each.kind === 'redeem') {
            const discount = given.isPoints ? 0 : Math.min(90, each.order);
            const refusal = expected(each.code, each.account, discount);
            const { rows } = await owner(
              'select outcome from redemption_check($1, $2, null, $3, null, null, null, null, clock_timestamp(), $4) where not passed order by place limit 1',
              [codes[each.code], ACCOUNTS[each.account], each.order, members.has(each.account)],
            );
            const answer = await till[each.kind]({
              code: codes[each.code],
              accountId: ACCOUNTS[each.account],
              orderMinor: each.order,
            });
            const outcome = refusal ?? (each.kind === 'redeem' ? 'CONFIRMED' : 'RESERVED');
            expect([rows[0]?.outcome ?? null, answer.outcome]).toEqual([refusal, outcome]);
            if (answer.redemption !== null)
              known.set(answer.redemption.id, {
                code: each.code,
                account: each.account,
                discount,
                state: outcome as 'RESERVED',
              });
          } else if (each.kind === 'consent') {
            members[each.isGiven ? 'add' : 'delete'](each.account);
            await owner('update account set push_consent = $2 where id = $1', [ACCOUNTS[each.account], each.isGiven]);
          } else if (each.kind === 'confirm') {
            const [which, held] = oneOf(each.which) ?? [];
            if (held === undefined) continue;
            const { outcome } = await till.confirm(which);
            expect(outcome).toBe(
              {
                RESERVED: 'CONFIRMED',
                CONFIRMED: 'CONFIRMED',
                LAPSED: 'RESERVATION_LAPSED',
                RELEASED: state === 'CANCELED' ? 'CAMPAIGN_CANCELED' : 'RESERVATION_RELEASED',
                ROLLED_BACK: 'ALREADY_ROLLED_BACK',
              }[held.state],
            );
            if (held.state === 'RESERVED') held.state = 'CONFIRMED';
          } else if (each.kind === 'release') {
            const [which, held] = oneOf(each.which) ?? [];
            if (held === undefined) continue;
            const { outcome } = await till.release(which);
            expect(outcome).toBe(
              {
                RESERVED: 'RELEASED',
                LAPSED: 'RELEASED',
                RELEASED: 'RELEASED',
                CONFIRMED: 'ALREADY_CONFIRMED',
                ROLLED_BACK: 'ALREADY_ROLLED_BACK',
              }[held.state],
            );
            if (held.state === 'RESERVED') held.state = 'RELEASED';
          } else if (each.kind === 'roll back') {
            const [which, held] = oneOf(each.which) ?? [];
            if (held === undefined) continue;
            const { body } = await test.send(
              'mutation($id: ID!) { rollBackRedemption(input: { id: $id, reason: "model" }) { redemption { state } } }',
              { id: which },
            );
            const code = body.errors?.[0].extensions.code ?? 'ROLLED_BACK';
            if (held.state !== 'CONFIRMED') expect(code).toBe('state.invalid-transition');
            else expect(['ROLLED_BACK', ...(given.isPoints ? ['points.insufficient'] : [])]).toContain(code);
            if (code === 'ROLLED_BACK') held.state = 'ROLLED_BACK';
          } else if (each.kind === 'lapse') {
            const [which, held] = oneOf(each.which) ?? [];
            if (held?.state !== 'RESERVED') continue;
            // The column has milliseconds; an instant that is rounded up has not lapsed yet.
            await owner(
              `update coupon_redemption set reserved_until = clock_timestamp() - interval '1 millisecond' where id = $1`,
              [which],
            );
            held.state = 'LAPSED';
          } else if (each.kind === 'sweep') {
            while (await inTransaction(test.database.db, expireReservations));
          } else if (each.kind === 'spend') {
            await owner(
              `select post_points_transfer(w.id, '00000000-0000-7000-8000-000000000002', w.balance, 'SPEND', null, null, null, null, null, gen_random_uuid()::text, 'model')
               from points_wallet w where w.owner_id = $1 and w.balance > 0`,
              [ACCOUNTS[0]],
            );
          } else if (each.kind === 'raise') {
            if (limit === null || state === 'CANCELED') continue;
            limit += 1;
            await owner('update campaign set redemptions_limit = $2 where id = $1', [id, limit]);
          } else if (each.kind === 'pause' || each.kind === 'resume' || each.kind === 'cancel') {
            const to = { pause: 'PAUSED', resume: 'ACTIVE', cancel: 'CANCELED' }[each.kind];
            if (state === 'CANCELED' || to === state) continue;
            await owner(`update campaign set state = $2::campaign_state, state_reason = 'model' where id = $1`, [
              id,
              to,
            ]);
            state = to;
            if (state === 'CANCELED')
              for (const held of known.values()) if (held.state === 'RESERVED') held.state = 'RELEASED';
          }
        }
        expect(await uncounted(test.database.ownerPool)).toEqual([]);
        expect(await ledgerFaults(test.database.ownerPool)).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  // Longer: hundreds of longer sequences in full size.
  isLong ? 900_000 : 60_000,
);

it('the database has the same rules and outcomes as the API', async () => {
  const { rows } = await owner(
    'select rule from redemption_check(null, $1, null, null, null, null, null, null, now()) order by place',
    [ACCOUNTS[0]],
  );
  expect(rows.map(({ rule }) => rule)).toEqual([...REDEMPTION_RULES]);
  const { rows: sources } = await owner(`select prosrc from pg_proc where proname = 'judge_redemption'`);
  const named = new Set(String(sources[0]?.prosrc).match(/'[A-Z]+_?[A-Z_]+'/g));
  for (const refusal of REDEMPTION_REFUSALS) expect(named).toContain(`'${refusal}'`);
});
