import { rulesHash, seedCommitment } from '@backcounter/domain';
import type pg from 'pg';
import { expect } from 'vitest';
import { createDatabase } from '../../../../db/client.ts';
import { loadServerSecret } from '../../../../db/server-secret.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import { GIVEAWAY_SEED_SECRET, sealSeed } from '../../giveaway-seed.ts';
import { giveawayClock } from '../due-giveaways.ts';
import { readDrawRules } from '../read-draw-rules.ts';

const HOUR_MS = 3_600_000;

/** Seed of all giveaways of tests. */
export const SEED = Buffer.alloc(32, 5);
/** Key of their pseudonyms. */
export const SALT = Buffer.alloc(32, 7);

let serial = 0;

/**
 * Inserts a published, unfrozen giveaway with 2 + 1 prizes and 2 alternates, closed an hour ago unless `row` differs, and
 * returns its id.
 */
export async function insertGiveaway(test: TestApp, row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { ownerPool, db } = test.database;
  serial += 1;
  const id = String(row['id'] ?? `0192f000-0000-7000-8000-0000000f${serial.toString(16).padStart(4, '0')}`);
  const key = await loadServerSecret(db, GIVEAWAY_SEED_SECRET);
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS);
  const fields = {
    id,
    code: `G${serial.toString().padStart(4, '0')}`,
    title_i18n: { 'en-US': `Giveaway ${serial}` },
    description_i18n: { 'en-US': 'd' },
    rules_i18n: { 'en-US': 'The “rules”', 'de-DE': 'Regeln' },
    rules_hash: Buffer.alloc(32),
    country_codes: ['US', 'DE'],
    min_age: 18,
    opens_at: at(-48),
    closes_at: at(-1),
    draw_at: at(-0.5),
    timezone: 'Europe/Berlin',
    max_tickets_per_account: 5,
    alternates: 2,
    state: 'PUBLISHED',
    published_at: at(-72),
    seed_commitment: Buffer.from(seedCommitment(id, SEED)),
    seed_encrypted: sealSeed(key, id, SEED),
    pseudonym_salt: SALT,
    ...row,
  };
  const columns = Object.keys(fields);
  await ownerPool.query(
    `insert into giveaway (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(fields),
  );
  await withoutRules(ownerPool, 'giveaway_prize', 'giveaway_prize_check_change', [
    `insert into giveaway_prize (giveaway_id, rank, title_i18n, quantity, kind, points, value_minor, currency) values
      ('${id}', 1, '{"en-US":"Bicycle"}', 2, 'PHYSICAL', null, 90000, 'EUR'), ('${id}', 2, '{"en-US":"Points"}', 1, 'POINTS', 500, null, null)`,
  ]);
  const hash = rulesHash(await readDrawRules(createDatabase(ownerPool), id));
  await withoutRules(ownerPool, 'giveaway', 'giveaway_check_change', [
    `update giveaway set rules_hash = '\\x${Buffer.from(hash).toString('hex')}' where id = '${id}'`,
  ]);
  return id;
}

/** Inserts entries of the accounts 1 to `count` with 1 to 5 tickets, every tenth withdrawn; ids are not in the order of accounts. */
export async function insertEntries(pool: pg.Pool, giveawayId: string, count: number): Promise<void> {
  await pool.query(
    `insert into giveaway_entry (id, giveaway_id, account_id, entered_at, changed_at, tickets, state)
     select overlay(md5(n::text)::text placing '7' from 13)::uuid, $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       now() - interval '2 hours', now() - interval '2 hours', 1 + n % 5, (case when n % 10 = 0 then 'WITHDRAWN' else 'VALID' end)::giveaway_entry_state
     from generate_series(1, $2::int) as n`,
    [giveawayId, count],
  );
}

/** Moves the freeze five minutes into the past. */
export async function ageFreeze(pool: pg.Pool, giveawayId: string): Promise<void> {
  await withoutRules(pool, 'giveaway', 'giveaway_check_change', [
    `update giveaway set frozen_at = frozen_at - interval '5 minutes' where id = '${giveawayId}'`,
  ]);
}

/** Runs one round of a clock step as a worker does; true if it did something. */
export async function takeStep(test: TestApp, name: 'freeze' | 'draw' | 'prove'): Promise<boolean> {
  const step = giveawayClock(test.fileStore).find((each) => each.name === `giveaway.${name}`);
  if (step === undefined) throw new Error(`There is no step ${name}.`);
  return inTransaction(test.database.db, (trx) => step.runBatch(trx));
}

/** Freezes, draws and proves the only due giveaway. */
export async function drawNow(test: TestApp, giveawayId: string): Promise<void> {
  await takeStep(test, 'freeze');
  await ageFreeze(test.database.ownerPool, giveawayId);
  await takeStep(test, 'draw');
  await takeStep(test, 'prove');
}

/** Runs statements with a trigger disabled. */
export async function withoutRules(
  pool: pg.Pool,
  table: string,
  trigger: string,
  statements: readonly string[],
): Promise<void> {
  await pool.query(
    `alter table ${table} disable trigger ${trigger}; ${statements.join('; ')}; alter table ${table} enable trigger ${trigger}`,
  );
}

/** Timeout for starting a process on a busy machine. */
export const PATIENCE = { timeout: 60_000 };

/** Waits until a statement that contains this text waits for a lock. */
export async function untilWaiting(pool: pg.Pool, statement: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock' and position($1 in query) > 0`,
        [statement],
      );
      return rowCount;
    }, PATIENCE)
    .toBe(1);
}
