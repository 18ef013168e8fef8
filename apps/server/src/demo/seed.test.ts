import { text } from 'node:stream/consumers';
import {
  CAMPAIGN_STATUSES,
  foldCouponCode,
  GIVEAWAY_STATUSES,
  savedViewState,
  seedCommitment,
  verifyBundle,
} from '@backcounter/domain';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadServerSecret } from '../db/server-secret.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { inTransaction } from '../db/transaction.ts';
import { DEMO_ADMIN_SUB } from '../embedded/identity/demo-people.ts';
import { giveawayClock } from '../features/giveaway/draw/due-giveaways.ts';
import { GIVEAWAY_SEED_SECRET, openSeed } from '../features/giveaway/giveaway-seed.ts';
import { ledgerFaults } from '../ledger/testing/check-ledger.ts';
import { ROMANISED_NAMES } from './accounts/romanised-names.ts';
import { seed } from './seed.ts';

const NOW = new Date('2026-11-20T18:30:00.000Z');
const ACCOUNTS = 3000;
let database: TestDatabase;
let other: TestDatabase;
let statements: string;

beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  await seed({ ownerUrl: database.ownerUrl, accounts: ACCOUNTS, now: NOW });
  statements = asked.mock.calls.map(([statement]) => String(statement)).join('\n');
  asked.mockRestore();
});
afterAll(async () => {
  await Promise.all([database.drop(), other.drop()]);
});

async function one<Row extends object>(statement: string, from = database): Promise<Row> {
  const { rows } = await from.ownerPool.query<Row>(statement);
  return rows[0] as Row;
}

async function list<Row extends object>(statement: string): Promise<Row[]> {
  return (await database.ownerPool.query<Row>(statement)).rows;
}

describe('the demo data', () => {
  it('depends only on the number of accounts and the instant', async () => {
    const digest = `SELECT md5(string_agg(md5(account::text), '' ORDER BY id)) AS accounts FROM account`;
    await seed({ ownerUrl: other.ownerUrl, accounts: ACCOUNTS, now: NOW });
    expect(await one(digest, other)).toEqual(await one(digest));
  });

  it('is read with statistics of all rows and changes before, so that its time grows with its size', () => {
    for (const [table, change] of Object.entries({ points_wallet: 'update', points_transfer: 'insert into' }))
      expect(statements).toMatch(
        new RegExp(`${change} ${table}.*\nanalyze [^\n]*${table}.*\ninsert into segment_member`, 's'),
      );
  });

  it('has quiet nights and busy evenings in the stores of its people', async () => {
    const rows = await list<{ hour: number; online: number }>(`
      select extract(hour from o.slot at time zone s.timezone)::int as hour, avg(o.online)::float as online
      from store_online o join store s on s.id = o.store_id
      where s.sid = 'ST00001' and o.slot < '${NOW.toISOString()}'::timestamptz - interval '4 hours' group by 1`);
    const at = (hour: number) => rows.find((row) => row.hour === hour)?.online ?? 0;
    expect(at(18)).toBeGreaterThan(at(12));
    expect(at(12)).toBeGreaterThan(5 * at(3));
    expect(await one(`select count(*)::int as samples from store_online_sample`)).toEqual({ samples: 8 * 96 + 1 });
  });

  it('has a balanced year of points, with a few transfers per account and more per store', async () => {
    expect(await ledgerFaults(database.ownerPool)).toEqual([]);
    const sizes = await list<{ owner: string; wallets: number; most: number; used: number }>(
      `SELECT owner_type::text AS owner, count(*)::int AS wallets, max(last_seq)::int AS most,
         (count(*) FILTER (WHERE last_seq > 0) / count(*)::float8) AS used
       FROM points_wallet WHERE owner_type <> 'SYSTEM' GROUP BY owner_type ORDER BY owner_type`,
    );
    expect(sizes.map(({ owner }) => owner)).toEqual(['STORE', 'ACCOUNT', 'GIVEAWAY']);
    const [stores, accounts] = sizes;
    // Ten own codes, one from a coupon, and the costs and prizes of giveaways.
    expect(accounts?.most).toBeGreaterThanOrEqual(10);
    expect(accounts?.most).toBeLessThanOrEqual(15);
    expect(accounts?.used).toBeGreaterThan(0.6);
    expect(stores?.most).toBeGreaterThan(100);
    const codes = await list<{ code: string }>('SELECT DISTINCT code::text FROM points_transfer ORDER BY code');
    expect(codes.map(({ code }) => code)).toEqual([
      'COUPON_REWARD',
      'EARN',
      'GIVEAWAY_ENTRY',
      'GIVEAWAY_FUND',
      'GIVEAWAY_PRIZE',
      'GIVEAWAY_REFUND',
      'ISSUE',
      'MANUAL_CREDIT',
      'MANUAL_DEBIT',
      'REVERSAL',
      'SPEND',
    ]);
    expect(
      await one(`SELECT count(*)::int AS n FROM points_transfer WHERE recorded_at > '${NOW.toISOString()}'`),
    ).toEqual({ n: 0 });
  });

  it('has campaigns in every status, with counters that match their redemptions [campaigns 14]', async () => {
    const statuses = await list<{ status: string }>(
      `SELECT DISTINCT campaign_status(state, starts_at, ends_at, state = 'ACTIVE' AND campaign_is_exhausted(id), '${NOW.toISOString()}')::text AS status
       FROM campaign ORDER BY status`,
    );
    expect(statuses.map(({ status }) => status)).toEqual([...CAMPAIGN_STATUSES].sort());
    expect(
      await list(`
      SELECT c.code FROM campaign c
        CROSS JOIN LATERAL (SELECT count(*) AS uses, coalesce(sum(discount_minor), 0) AS discount FROM coupon_redemption r
          WHERE r.campaign_id = c.id AND r.state IN ('RESERVED', 'CONFIRMED')) AS r
        CROSS JOIN LATERAL (SELECT coalesce(sum(redemptions_used), 0) AS uses, coalesce(sum(discount_used_minor), 0) AS discount,
          sum(budget_cap_minor) AS budget FROM campaign_slice s WHERE s.campaign_id = c.id) AS s
        CROSS JOIN LATERAL (SELECT coalesce(sum(redemptions_count + reserved_count), 0) AS uses FROM (
          SELECT redemptions_count, reserved_count FROM coupon k WHERE k.campaign_id = c.id AND c.code_mode = 'UNIQUE'
          UNION ALL SELECT redemptions_count, reserved_count FROM coupon_slice k WHERE k.campaign_id = c.id) AS k) AS k
        CROSS JOIN LATERAL (SELECT coalesce(sum(confirmed - rolled_back), 0) AS uses FROM campaign_daily d WHERE d.campaign_id = c.id) AS d
      WHERE (r.uses, r.discount) <> (s.uses, s.discount) OR r.uses <> k.uses OR s.budget <> c.budget_minor
        OR d.uses <> (SELECT count(*) FROM coupon_redemption r WHERE r.campaign_id = c.id AND r.state = 'CONFIRMED')`),
    ).toEqual([]);
    const later = await one<{ n: number }>(
      `SELECT count(*)::int AS n FROM coupon_redemption WHERE reserved_at > '${NOW.toISOString()}'`,
    );
    expect(later.n).toBe(0);
    const codes = await list<{ code: string }>('SELECT code FROM coupon');
    expect(codes.length).toBeGreaterThan(1_500);
    expect(codes.filter(({ code }) => foldCouponCode(code) === null)).toEqual([]);
  });

  it('has giveaways in every lasting state, with counters, wallets and transactions that match their entries [giveaways 13]', async () => {
    const statuses = await list<{ status: string }>(
      `SELECT DISTINCT giveaway_status(state, opens_at, closes_at, '${NOW.toISOString()}')::text AS status FROM giveaway`,
    );
    // A closed one is frozen within a second.
    const expected = GIVEAWAY_STATUSES.filter((status) => status !== 'CLOSED');
    expect(statuses.map(({ status }) => status).sort()).toEqual([...expected].sort());
    expect(
      await list(`
      SELECT g.code FROM giveaway g JOIN giveaway_tally t ON t.giveaway_id = g.id
        CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE state = 'VALID') AS entries, coalesce(sum(points_paid), 0) AS paid
          FROM giveaway_entry e WHERE e.giveaway_id = g.id) AS e
        CROSS JOIN LATERAL (SELECT count(*) AS n, coalesce(max(seq), 0) AS newest, max(occurred_at) AS at FROM giveaway_transaction x
          WHERE x.giveaway_id = g.id) AS x
        JOIN points_wallet w ON w.owner_type = 'GIVEAWAY' AND w.owner_id = g.id
        CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS given FROM points_transfer p
          WHERE p.debit_wallet_id = w.id AND p.code = 'GIVEAWAY_PRIZE') AS p
      WHERE (t.entries, t.points_held, t.last_seq) <> (e.entries, e.paid, x.n) OR x.n <> x.newest OR x.at > '${NOW.toISOString()}'
        OR (g.entries_count IS NOT NULL AND g.entries_count <> e.entries)
        OR w.balance <> CASE WHEN g.state IN ('SETTLED', 'CANCELED') THEN 0 ELSE g.escrow_points + e.paid - p.given END`),
    ).toEqual([]);
    expect(
      await one(`SELECT (SELECT count(*) FROM giveaway_entry) > 500 AS many,
        (SELECT count(DISTINCT state) FROM giveaway_winner)::int AS states, (SELECT count(DISTINCT type) FROM giveaway_transaction)::int AS types`),
    ).toEqual({ many: true, states: 6, types: 21 });
  });

  it('has giveaways drawn by the real algorithm: their proofs verify, and sealed seeds open [giveaways 13]', async () => {
    const files = new Map<string, string>();
    const store = {
      write: async (path: string, content: unknown) => void files.set(path, await text(content as never)),
    };
    const prove = giveawayClock(store as never).find(({ name }) => name === 'giveaway.prove');
    while (await inTransaction(database.db, async (trx) => prove?.runBatch(trx)));
    const drawn = await list<{ id: string }>('SELECT id FROM giveaway WHERE drawn_at IS NOT NULL');
    expect(drawn.length).toBe(4);
    expect([...files.keys()].sort()).toEqual(drawn.map(({ id }) => `proofs/${id}.json`).sort());
    for (const file of files.values()) {
      const { checks, entries } = verifyBundle(JSON.parse(file));
      expect(checks.filter(({ isPassed }) => !isPassed)).toEqual([]);
      expect(entries).toBeGreaterThan(50);
    }
    const key = await loadServerSecret(database.db, GIVEAWAY_SEED_SECRET);
    const sealed = await list<{ id: string; sealed: Buffer; commitment: Buffer }>(
      'SELECT id, seed_encrypted AS sealed, seed_commitment AS commitment FROM giveaway WHERE published_at IS NOT NULL',
    );
    for (const { id, sealed: box, commitment } of sealed)
      expect(Buffer.from(seedCommitment(id, openSeed(key, id, box)))).toEqual(commitment);
  });

  it('has notifications in every lasting state, none due, with figures that match their deliveries [notifications 4]', async () => {
    const states = await list<{ state: string }>('SELECT DISTINCT state::text FROM notification ORDER BY state');
    expect(states.map(({ state }) => state)).toEqual(['CANCELED', 'DRAFT', 'FAILED', 'PAUSED', 'SCHEDULED', 'SENT']);
    const { due, late, weeks, opened } = await one<Record<string, number>>(`
      SELECT count(*) FILTER (WHERE state = 'SCHEDULED' AND starts_at <= '${NOW.toISOString()}')::int AS due,
        (SELECT count(*)::int FROM notification_delivery WHERE greatest(sent_at, received_at, opened_at) > '${NOW.toISOString()}') AS late,
        count(DISTINCT date_trunc('week', started_at))::int AS weeks, sum(opened)::int AS opened FROM notification`);
    expect([due, late]).toEqual([0, 0]);
    expect(weeks).toBeGreaterThan(25);
    expect(opened).toBeGreaterThan(100);
    expect(
      await list(`
      SELECT n.id FROM notification n CROSS JOIN LATERAL (
        SELECT count(*) AS recipients, count(sent_at) AS sent, count(*) FILTER (WHERE state = 'OPENED') AS opened,
          count(*) FILTER (WHERE state = 'SKIPPED') AS skipped, count(reason) AS reasons
        FROM notification_delivery d WHERE d.notification_id = n.id) AS d
      WHERE (n.recipients, n.sent, n.opened, n.skipped) <> (d.recipients, d.sent, d.opened, d.skipped) OR n.recipients < 2 AND n.prepared_at IS NOT NULL
        OR d.reasons <> (SELECT coalesce(sum(deliveries), 0) FROM notification_reason_count c WHERE c.notification_id = n.id)`),
    ).toEqual([]);
    const { most } = await one<{ most: number }>(
      'SELECT max(n)::int AS most FROM (SELECT count(*) AS n FROM notification_delivery GROUP BY account_id) AS counted',
    );
    expect(most).toBeGreaterThan(5);
  });

  it('is not written twice', async () => {
    expect(await seed({ ownerUrl: database.ownerUrl, accounts: ACCOUNTS, now: NOW })).toBe(0);
    expect(
      await one(
        'SELECT count(*) AS n, sum((SELECT sum(accounts) FROM account_count)) / count(*) AS counted FROM account',
      ),
    ).toEqual({
      n: ACCOUNTS,
      counted: String(ACCOUNTS.toFixed(16)),
    });
  });

  it('has two team views of accounts, which do not return after removal', async () => {
    const views = `SELECT name, state FROM saved_view WHERE list_name = 'ACCOUNTS' AND owner_sub IS NULL AND archived_at IS NULL ORDER BY position`;
    const found = await list<{ name: string; state: unknown }>(views);
    expect(found.map(({ name }) => name)).toEqual(['Suspended', 'New this week']);
    for (const { state } of found) expect(savedViewState.parse(state)).toEqual(state);
    await other.ownerPool.query('UPDATE saved_view SET archived_at = now()');
    await seed({ ownerUrl: other.ownerUrl, accounts: ACCOUNTS, now: NOW });
    expect((await other.ownerPool.query(views)).rows).toEqual([]);
  });

  it('has jobs in every final state, exports that wait for a worker, and items for the administrator', async () => {
    const jobs = await list<{ kind: string; state: string; params: unknown }>(
      'SELECT kind, state, params FROM job ORDER BY created_at',
    );
    expect(jobs.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'account.bulk-change FAILED',
      'account.bulk-change CANCELED',
      'account.bulk-change SUCCEEDED',
      'list.export FAILED',
      'account.bulk-change SUCCEEDED',
      'list.export QUEUED',
      'list.export QUEUED',
    ]);
    expect(await list('SELECT task_identifier AS kind FROM graphile_worker.jobs')).toEqual([
      { kind: 'list.export' },
      { kind: 'list.export' },
    ]);
    // Items on the index page.
    const own = `FROM job WHERE state = 'FAILED' AND requested_by = '${DEMO_ADMIN_SUB}' AND finished_at > '${NOW.toISOString()}'::timestamptz - interval '7 days'`;
    const drafts = `FROM notification WHERE state = 'DRAFT' AND created_by = '${DEMO_ADMIN_SUB}'`;
    expect(
      await one(`SELECT (SELECT count(*)::int ${own}) AS failed, (SELECT count(*)::int ${drafts}) AS drafts`),
    ).toEqual({ failed: 1, drafts: 1 });
    // Their figures match other rows.
    expect(
      await list(`SELECT FROM job j WHERE state = 'SUCCEEDED' AND (done <> (SELECT sum(value::int) FROM jsonb_each_text(outcomes))
        OR done - (outcomes ->> 'DONE')::int <> (SELECT count(*) FROM job_problem p WHERE p.job_id = j.id))`),
    ).toEqual([]);
  });

  it('has a year of releases, the last a few days old, with dates that depend only on the instant', async () => {
    const releases = `SELECT md5(string_agg(md5(release::text), '' ORDER BY id)) FROM release`;
    expect(await one(releases, other)).toEqual(await one(releases));
    const { n, spanDays, lastDays } = await one<Record<string, number>>(`
      SELECT count(*) AS n, extract(day FROM max(date) - min(date))::int AS "spanDays",
        extract(day FROM '${NOW.toISOString()}' - max(date))::int AS "lastDays" FROM release WHERE state = 'PUBLISHED'`);
    expect([n, lastDays]).toEqual([8, 3]);
    expect(spanDays).toBeGreaterThan(300);
    const types = await list<{ type: string }>('SELECT DISTINCT type FROM change ORDER BY type');
    expect(types.map(({ type }) => type)).toEqual(['BUG', 'FEATURE', 'IMPROVEMENT']);
    expect((await list('SELECT FROM change WHERE char_length(description) > 100')).length).toBeGreaterThan(5);
  });

  it('has topics and badges in every language, and accounts with them, dependent only on the number of accounts', async () => {
    const digest = `SELECT md5((SELECT string_agg(s::text, '' ORDER BY account_id, topic_id) FROM account_topic_subscription s)
      || (SELECT string_agg(w::text, '' ORDER BY id) FROM account_badge_award w)) AS digest`;
    expect(await one(digest, other)).toEqual(await one(digest));
    expect(
      await one(`SELECT (SELECT count(*) FROM topic) AS topics, (SELECT count(*) FROM badge WHERE state = 'ACTIVE') AS badges,
        (SELECT bool_and(name_i18n ?& ARRAY['en-US', 'de-DE', 'es-ES', 'fr-FR', 'ar-EG']) FROM (
          SELECT name_i18n FROM topic UNION ALL SELECT name_i18n FROM topic_category
          UNION ALL SELECT name_i18n FROM badge WHERE state <> 'DRAFT' UNION ALL SELECT name_i18n FROM badge_category) AS named) AS translated`),
    ).toEqual({ topics: 12, badges: 9, translated: true });
    const counts = await one<Record<string, number>>(`
      SELECT (SELECT count(*) FROM account_topic_subscription) AS subscriptions, (SELECT sum(subscriber_count)::int FROM topic) AS counted,
        (SELECT count(*) FROM account_badge_award) AS awards, (SELECT sum(award_count)::int FROM badge) AS "countedAwards",
        (SELECT count(*) FROM account WHERE push_consent) AS consenting`);
    expect(counts['counted']).toBe(counts['subscriptions']);
    expect(counts['countedAwards']).toBe(counts['awards']);
    expect(Number(counts['subscriptions']) / Number(counts['consenting'])).toBeGreaterThan(1.5);
    expect(Number(counts['awards'])).toBeGreaterThan(ACCOUNTS / 10);
    // Exactly the accounts with enough redemptions have the badge.
    const earned = `SELECT b.id, r.account_id FROM badge b, (SELECT account_id, count(*) AS n FROM coupon_redemption
      WHERE state = 'CONFIRMED' GROUP BY account_id) AS r WHERE b.rule_kind = 'COUPONS_REDEEMED' AND r.n >= b.rule_threshold`;
    const held = `SELECT b.id, w.account_id FROM account_badge_award w JOIN badge b ON b.id = w.badge_id WHERE b.rule_kind = 'COUPONS_REDEEMED'`;
    expect((await list(held)).length).toBeGreaterThan(0);
    expect(await list(`(${earned} EXCEPT ${held}) UNION ALL (${held} EXCEPT ${earned})`)).toEqual([]);
  });

  it('has every country of ISO 3166-1, and areas where the company is active', async () => {
    const { countries, active, incomplete } = await one<Record<string, number>>(`
      SELECT count(*) AS countries, count(*) FILTER (WHERE is_active) AS active,
        count(*) FILTER (WHERE is_active AND (dial_code IS NULL OR currency = 'XXX')) AS incomplete FROM country`);
    expect(countries).toBe(249);
    expect(active).toBeGreaterThanOrEqual(40);
    expect(incomplete).toBe(0);
    const without = await list(
      'SELECT code FROM country c WHERE is_active AND NOT EXISTS (SELECT FROM area WHERE country_code = c.code)',
    );
    expect(without).toEqual([]);
    const astray = await list("SELECT code FROM area WHERE code NOT LIKE country_code || '-%'");
    expect(astray).toEqual([]);
  });

  it('has valid time zones', async () => {
    const zones = await list<{ zone: string }>(
      'SELECT default_timezone AS zone FROM country UNION SELECT timezone FROM area UNION SELECT timezone FROM account',
    );
    for (const { zone } of zones) expect(() => new Intl.DateTimeFormat('en-US', { timeZone: zone })).not.toThrow();
  });

  it('has accounts in every state, and erased ones without personal data', async () => {
    const states = await list<{ state: string; n: number }>(
      'SELECT state, count(*) AS n FROM account GROUP BY state ORDER BY n DESC',
    );
    expect(states.map((row) => row.state)).toEqual(expect.arrayContaining(['ACTIVE', 'SUSPENDED', 'CLOSED', 'ERASED']));
    expect(states[0]?.state).toBe('ACTIVE');
  });

  it('has names and numbers that match the country', async () => {
    const rows = await list<{ country_code: string; display_name: string; phone_e164: string; dial: string }>(`
      SELECT a.country_code, display_name, phone_e164, dial_code AS dial FROM account a JOIN country c ON c.code = a.country_code
      WHERE display_name IS NOT NULL AND phone_e164 IS NOT NULL`);
    const scripts: Readonly<Record<string, RegExp>> = {
      JP: new RegExp(`^(${ROMANISED_NAMES['ja']?.given.join('|')}) `),
      KR: new RegExp(` (${ROMANISED_NAMES['ko']?.family.join('|')})$`),
      EG: /\p{Script=Arabic}/u,
      GR: /\p{Script=Greek}/u,
      UA: /\p{Script=Cyrillic}/u,
    };
    for (const [country, script] of Object.entries(scripts)) {
      const people = rows.filter((row) => row.country_code === country);
      expect(people.length, country).toBeGreaterThan(0);
      for (const { display_name } of people) expect(display_name).toMatch(script);
    }
    for (const { phone_e164, dial } of rows) expect(phone_e164.startsWith(`+${dial}`)).toBe(true);
  });

  it('ends before the present, spans more than a year, and has a daily rhythm', async () => {
    const { future, days, night, evening } = await one<Record<string, number>>(`
      SELECT count(*) FILTER (WHERE greatest(created_at, last_seen_at, state_changed_at, updated_at) > '${NOW.toISOString()}') AS future,
        (extract(epoch FROM max(created_at) - min(created_at)) / 86400)::int AS days,
        count(*) FILTER (WHERE extract(hour FROM created_at) < 5) AS night,
        count(*) FILTER (WHERE extract(hour FROM created_at) BETWEEN 17 AND 21) AS evening
      FROM account`);
    expect(future).toBe(0);
    expect(days).toBeGreaterThan(365);
    expect(evening).toBeGreaterThan((night ?? 0) * 3);
  });

  it('has ids in the order of creation', async () => {
    const { disorder } = await one<{ disorder: number }>(`
      SELECT count(*) AS disorder FROM (
        SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before FROM account) AS pairs
      WHERE created_at < before`);
    expect(disorder).toBe(0);
  });

  it('has a complete record with a history in the first row of the default order', async () => {
    const first = await one<Record<string, unknown>>('SELECT * FROM account ORDER BY created_at DESC, id DESC LIMIT 1');
    for (const field of [
      'display_name',
      'email',
      'phone_e164',
      'firebase_id',
      'area_id',
      'birth_date',
      'last_seen_at',
      'push_consent_at',
    ]) {
      expect(first[field], field).not.toBeNull();
    }
    const { events, unnamed } = await one<Record<string, number>>(`
      SELECT count(*) AS events, count(*) FILTER (WHERE u.sub IS NULL) AS unnamed
      FROM staff_audit_event e LEFT JOIN staff_user u ON u.sub = e.actor_sub WHERE entity_id = '${String(first['id'])}'`);
    expect(events).toBeGreaterThanOrEqual(2);
    expect(unnamed).toBe(0);
    const has = await one<Record<string, number>>(`
      SELECT (SELECT last_seq::int FROM points_wallet WHERE owner_id = a.id) AS entries,
        (SELECT count(*)::int FROM account_badge_award WHERE account_id = a.id) AS badges,
        (SELECT count(*)::int FROM account_note WHERE account_id = a.id) AS notes
      FROM account a WHERE a.id = '${String(first['id'])}'`);
    for (const [what, count] of Object.entries(has)) expect(count, what).toBeGreaterThan(0);
    const { most } = await one<{ most: number }>(
      'SELECT max(n) AS most FROM (SELECT count(*) AS n FROM staff_audit_event GROUP BY entity_id) AS histories',
    );
    expect(most).toBeLessThanOrEqual(10);
  });
});
