import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { AREAS, insertReferenceData } from '../testing/test-accounts.ts';
import { insertStores, storeId } from '../testing/test-stores.ts';

const RUNS = inject('isLong') ? 100 : 6;
const STEPS = 40;
const SOURCES = ['accounts', 'points', 'redemptions', 'giveaways'];
const ZONES = ['UTC', 'Europe/Lisbon', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'];
/** One hour before many zones change their clocks. */
const BEGIN_MS = Date.parse('2026-03-28T23:00:00Z');
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const ISSUANCE = '00000000-0000-7000-8000-000000000001';

let database: TestDatabase;
let owner: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.ownerPool;
});
afterAll(() => database.drop());

/** An event expected in the figures. */
interface Expected {
  readonly metric: string;
  readonly happenedMs: number;
  readonly countryCode: string;
  readonly value: number;
}

const STEP = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      code: fc.constantFrom('EARN', 'SPEND', 'MANUAL_DEBIT', 'GIVEAWAY_REFUND', 'MANUAL_CREDIT'),
      account: fc.nat(),
      store: fc.option(fc.constantFrom(1, 3)),
      amount: fc.integer({ min: 1, max: 1e12 }),
      // Happened long before it was recorded.
      lateMinutes: fc.oneof(fc.constant(0), fc.nat(89 * 1440)),
      // Recorded some minutes before its transaction commits.
      heldMinutes: fc.oneof(fc.constant(0), fc.nat(14)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('join' as const), area: fc.constantFrom(...Object.keys(AREAS)) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      account: fc.nat(),
      store: fc.option(fc.constantFrom(1, 3)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollBack' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('enter' as const), account: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.oneof(fc.nat(30), fc.nat(4000)) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('count' as const),
      batch: fc.integer({ min: 1, max: 20 }),
      rounds: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...ZONES) }) },
);
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

/** The made-up business of one run. */
class World {
  readonly expected: Expected[] = [];
  readonly #accounts: { id: string; countryCode: string; isErased: boolean }[] = [];
  readonly #transfers: { id: string; debit: string; credit: string; expected: Expected }[] = [];
  readonly #redemptions: { campaignId: string; countryCode: string }[] = [];
  nowMs = BEGIN_MS;
  zone = 'UTC';
  #entries = 0;

  async do(step: Step): Promise<void> {
    this.nowMs += 1;
    switch (step.kind) {
      case 'transfer':
        return this.#transfer(step);
      case 'reverse':
        return this.#reverse(step.which);
      case 'join':
        return this.join(step.area as keyof typeof AREAS);
      case 'erase':
        return this.#erase(step.which);
      case 'redeem':
        return this.#redeem(step.account, step.store);
      case 'rollBack':
        return this.#rollBack(step.which);
      case 'enter':
        return this.#enter(step.account);
      case 'wait':
        this.nowMs += step.minutes * MINUTE_MS;
        return;
      case 'count':
        for (let round = 0; round <= step.rounds; round += 1) await this.count(step.batch);
        return;
      case 'zone':
        this.zone = step.zone;
        await owner.query(`update config_entry set value = to_jsonb($1::text) where key = 'reporting.time_zone'`, [
          step.zone,
        ]);
    }
  }

  /** Runs one batch per source as the application; true if more is left. */
  async count(batch: number): Promise<boolean> {
    let isMore = false;
    for (const source of SOURCES) {
      const { rows } = await database.pool.query<{ more: boolean }>(
        'select advance_daily_metrics($1, $2, $3) as more',
        [source, batch, this.#at(this.nowMs)],
      );
      isMore ||= rows[0]?.more === true;
    }
    return isMore;
  }

  async join(area: keyof typeof AREAS): Promise<void> {
    const countryCode = area === 'bavaria' || area === 'berlin' ? 'DE' : 'US';
    const { rows } = await owner.query<{ id: string }>(
      `insert into account (country_code, area_id, locale, timezone, created_at) values ($1, $2, 'en-US', 'UTC', $3) returning id`,
      [countryCode, AREAS[area], this.#at(this.nowMs)],
    );
    this.#accounts.push({ id: rows[0]?.id ?? '', countryCode, isErased: false });
    this.expected.push({ metric: 'accounts.created', happenedMs: this.nowMs, countryCode, value: 1 });
  }

  async #transfer(step: Extract<Step, { kind: 'transfer' }>): Promise<void> {
    const account = this.#account(step.account);
    const isSpent = step.code === 'SPEND' || step.code === 'GIVEAWAY_REFUND';
    const isToAccount = step.code === 'EARN' || step.code === 'MANUAL_CREDIT' || step.code === 'GIVEAWAY_REFUND';
    const other = step.store === null ? ISSUANCE : await this.#wallet(storeId(step.store));
    const own = await this.#wallet(account.id);
    const [debit, credit] = isToAccount ? [other, own] : [own, other];
    const recordedMs = this.nowMs - step.heldMinutes * MINUTE_MS;
    const happenedMs = recordedMs - step.lateMinutes * MINUTE_MS;
    const id = await this.#post({
      debit,
      credit,
      amount: step.amount,
      code: step.code,
      recordedMs,
      happenedMs,
      reversalOf: null,
    });
    const expected = {
      metric: isSpent ? 'points.spent' : 'points.issued',
      happenedMs,
      countryCode: step.store === null ? account.countryCode : step.store === 3 ? 'US' : 'DE',
      value: isToAccount === isSpent ? -step.amount : step.amount,
    };
    this.expected.push(expected);
    this.#transfers.push({ id, debit, credit, expected });
  }

  async #reverse(which: number): Promise<void> {
    const [transfer] = this.#transfers.splice(which % Math.max(1, this.#transfers.length), 1);
    if (transfer === undefined) return;
    const { debit, credit, expected } = transfer;
    const atMs = this.nowMs;
    const amount = Math.abs(expected.value);
    await this.#post({
      debit: credit,
      credit: debit,
      amount,
      code: 'REVERSAL',
      recordedMs: atMs,
      happenedMs: atMs,
      reversalOf: transfer.id,
    });
    this.expected.push({ ...expected, happenedMs: atMs, value: -expected.value });
  }

  async #post(row: {
    debit: string;
    credit: string;
    amount: number;
    code: string;
    recordedMs: number;
    happenedMs: number;
    reversalOf: string | null;
  }): Promise<string> {
    const { rows } = await owner.query<{ id: string }>(
      `insert into points_transfer (debit_wallet_id, credit_wallet_id, amount, code, reason, occurred_at, recorded_at, reversal_of, idempotency_key, created_by)
       values ($1, $2, $3, $4, 'test', $5, $6, $7, $8, 'test') returning id`,
      [
        row.debit,
        row.credit,
        row.amount,
        row.code,
        this.#at(row.happenedMs),
        this.#at(row.recordedMs),
        row.reversalOf,
        randomUUID(),
      ],
    );
    return rows[0]?.id ?? '';
  }

  async #erase(which: number): Promise<void> {
    const account = this.#account(which);
    if (account.isErased) return;
    account.isErased = true;
    await owner.query(`update account set state = 'CLOSED', state_reason = 'test' where id = $1`, [account.id]);
    await owner.query(`update account set state = 'ERASED', state_reason = null, area_id = null where id = $1`, [
      account.id,
    ]);
  }

  async #redeem(which: number, store: 1 | 3 | null): Promise<void> {
    const account = this.#account(which);
    const campaignId = randomUUID();
    await owner.query(
      `insert into coupon_redemption (campaign_id, coupon_id, account_id, store_id, state, slice, account_use_no, reserved_at, confirmed_at, idempotency_key,
         request_hash, created_by) values ($1, $1, $2, $3, 'CONFIRMED', 0, 1, $4, $4, $5, sha256('x'), 'test')`,
      [campaignId, account.id, store === null ? null : storeId(store), this.#at(this.nowMs), randomUUID()],
    );
    const countryCode = store === null ? account.countryCode : store === 3 ? 'US' : 'DE';
    this.#redemptions.push({ campaignId, countryCode });
    this.expected.push({ metric: 'redemptions.confirmed', happenedMs: this.nowMs, countryCode, value: 1 });
  }

  async #rollBack(which: number): Promise<void> {
    const [redemption] = this.#redemptions.splice(which % Math.max(1, this.#redemptions.length), 1);
    if (redemption === undefined) return;
    await owner.query(
      `update coupon_redemption set state = 'ROLLED_BACK', rolled_back_at = $2, rolled_back_by = 'test', rollback_reason = 'test' where campaign_id = $1`,
      [redemption.campaignId, this.#at(this.nowMs)],
    );
    const { countryCode } = redemption;
    this.expected.push({ metric: 'redemptions.rolled_back', happenedMs: this.nowMs, countryCode, value: 1 });
  }

  async #enter(which: number): Promise<void> {
    const account = this.#account(which);
    this.#entries += 1;
    await owner.query(
      `insert into giveaway_transaction (giveaway_id, seq, account_id, occurred_at, type, actor, actor_sub, tickets)
       values ($1, $2, $3, $4, 'ENTERED', 'ACCOUNT', 'test', 1)`,
      [GIVEAWAY, this.#entries, account.id, this.#at(this.nowMs)],
    );
    this.expected.push({
      metric: 'giveaways.entries',
      happenedMs: this.nowMs,
      countryCode: account.countryCode,
      value: 1,
    });
  }

  #account(which: number): { id: string; countryCode: string; isErased: boolean } {
    const account = this.#accounts[which % this.#accounts.length];
    if (account === undefined) throw new Error('no account has joined yet');
    return account;
  }

  async #wallet(ownerId: string): Promise<string> {
    const { rows } = await owner.query<{ id: string }>('select id from points_wallet where owner_id = $1', [ownerId]);
    return rows[0]?.id ?? '';
  }

  #at(instantMs: number): string {
    return new Date(instantMs).toISOString();
  }
}

const GIVEAWAY = '01900000-0000-7000-8000-0000000000f1';

/** Sums by metric, local day and country, without zeros. */
function sums(expected: readonly Expected[], zone: string): Record<string, number> {
  const calendar = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const found: Record<string, number> = {};
  for (const { metric, happenedMs, countryCode, value } of expected) {
    const key = `${metric} ${calendar.format(happenedMs)} ${countryCode}`;
    found[key] = (found[key] ?? 0) + value;
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== 0));
}

async function counted(): Promise<Record<string, number>> {
  const sums = `
    select m.metric, m.day, m.country_code, coalesce(sum(m.value), 0)::bigint as value from daily_metric m group by m.metric, m.day, m.country_code`;
  const { rows: apart } = await database.pool.query(
    `(${sums} except select * from daily_metric_country) union all (select * from daily_metric_country except ${sums})`,
  );
  expect(apart).toEqual([]);
  const { rows } = await database.pool.query<{ key: string; value: number }>(`
    select metric || ' ' || day || ' ' || country_code as key, sum(value)::bigint as value from daily_metric
    group by metric, day, country_code having sum(value) <> 0`);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

async function empty(): Promise<void> {
  await owner.query(`
    set session_replication_role = replica;
    delete from points_transfer; delete from coupon_redemption; delete from giveaway_transaction; delete from giveaway; delete from account;
    delete from points_wallet where owner_type <> 'SYSTEM'; delete from store;
    delete from daily_metric; delete from daily_metric_country; delete from daily_metric_source; delete from daily_metric_tail;
    update config_entry set value = '"UTC"' where key = 'reporting.time_zone';
    delete from area; delete from country;
    set session_replication_role = default`);
  await insertReferenceData(owner);
  await insertStores(owner, 3);
  await owner.query(
    `insert into giveaway (id, code, title_i18n, description_i18n, rules_i18n, country_codes, min_age, opens_at, closes_at, draw_at, timezone)
     values ($1, 'TEST', '{"en-US":"T"}', '{"en-US":"T"}', '{"en-US":"T"}', '{DE}', 18, '2026-03-01', '2026-04-01', '2026-04-02', 'UTC')`,
    [GIVEAWAY],
  );
}

it('counts what the rows say at any time: late events, reversals, erased accounts, other zones', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
      await empty();
      const world = new World();
      await world.join('bavaria');
      await world.join('ohio');
      for (const step of steps) await world.do(step);
      // Catches up with remaining work in small batches.
      while (await world.count(7));
      expect(await counted()).toEqual(sums(world.expected, world.zone));
      // Long after the last event, nothing is left to recount.
      world.nowMs += DAY_MS;
      while (await world.count(1000));
      expect(await counted()).toEqual(sums(world.expected, world.zone));
      const { rows } = await owner.query('select count(*) as n from daily_metric_tail');
      expect(rows).toEqual([{ n: 0 }]);
    }),
    { numRuns: RUNS },
  );
});

it.each(SOURCES)('finds the end of a batch from the events of %s alone', async (source) => {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select e.recorded_at from metric_event_${source} e where e.recorded_at >= '2026-01-01' order by e.recorded_at offset 9 limit 1`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const others = ['points_wallet', 'store', 'area', ...(source === 'accounts' ? [] : ['account'])];
  for (const table of others) expect(plan).not.toMatch(new RegExp(` on ${table}\\b`));
});
