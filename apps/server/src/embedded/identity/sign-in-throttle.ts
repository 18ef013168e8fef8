import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { fingerprint } from './keys/sealed-box.ts';
import type { Person } from './person.ts';

/**
 * Counters of guesses: at an account, from an address, at a second factor; and of reset links for an e-mail or from an
 * address, which never delay a sign-in. Guesses on a known device or by a signed-in person are counted under the device or person, so that strangers cannot block them.
 */
export type ThrottleKind = 'account' | 'address' | 'second-factor' | 'reset';

/** Wrong attempts without delay; after that the delay doubles from 30 s up to 15 min. */
export const FREE_TRIES: Record<ThrottleKind, number> = { account: 5, address: 30, 'second-factor': 5, reset: 5 };
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 15 * 60;
const WAIT_S = sql`ceil(extract(epoch FROM blocked_until - now()))::int`;

/**
 * Counts an attempt before it is verified, in one statement, so that parallel guesses cannot read the same count.
 * Returns the seconds to wait; 0 if the attempt may proceed.
 */
export async function beginTry(
  db: QueryExecutorProvider,
  kind: ThrottleKind,
  subject: string,
  free = FREE_TRIES[kind],
): Promise<number> {
  const { rows } = await sql<{ is_free: boolean; wait_s: number | null }>`
    WITH tried AS (
      INSERT INTO identity.sign_in_throttle AS throttle (kind, subject, failures, last_failed_at) VALUES (${kind}, ${fingerprint(subject)}, 1, now())
      ON CONFLICT (kind, subject) DO UPDATE SET
        failures = CASE WHEN throttle.last_failed_at < now() - make_interval(secs => ${LONGEST_WAIT_S}) THEN 1 ELSE throttle.failures + 1 END,
        last_failed_at = now(),
        blocked_until = CASE WHEN throttle.last_failed_at >= now() - make_interval(secs => ${LONGEST_WAIT_S}) AND throttle.failures + 1 >= ${free}
          THEN now() + make_interval(secs => least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * power(2, least(throttle.failures + 1 - ${free}, 10)))) END
      WHERE throttle.blocked_until IS NULL OR throttle.blocked_until <= now()
      RETURNING 1)
    SELECT EXISTS (SELECT FROM tried) AS is_free,
      (SELECT ${WAIT_S} FROM identity.sign_in_throttle WHERE kind = ${kind} AND subject = ${fingerprint(subject)})
        AS wait_s`.execute(db);
  return rows[0]?.is_free ? 0 : Math.max(rows[0]?.wait_s ?? 1, 1);
}

/** The seconds to wait, without counting an attempt. */
export async function waitOf(db: Kysely<Database>, kind: ThrottleKind, subject: string): Promise<number> {
  const { rows } = await sql<{ wait_s: number }>`
    SELECT ${WAIT_S} AS wait_s FROM identity.sign_in_throttle
    WHERE kind = ${kind} AND subject = ${fingerprint(subject)} AND blocked_until > now()`.execute(db);
  return rows[0] ? Math.max(rows[0].wait_s, 1) : 0;
}

/** Undoes a counted attempt that was right, and resets the account's counter. */
export async function tryWasRight(db: QueryExecutorProvider, kind: ThrottleKind, subject: string): Promise<void> {
  const change =
    kind === 'address'
      ? sql`UPDATE identity.sign_in_throttle SET failures = greatest(failures - 1, 0), blocked_until = NULL`
      : sql`DELETE FROM identity.sign_in_throttle`;
  await sql`${change} WHERE kind = ${kind} AND subject = ${fingerprint(subject)}`.execute(db);
}

/** Ends all delays of a person, including their own page and known devices, but not those of addresses. */
export async function forgetTries(db: Kysely<Database>, person: Person): Promise<void> {
  const devices = await db
    .selectFrom('identity.known_device')
    .select('id')
    .where('person_id', '=', person.id)
    .execute();
  const subjects = [person.email.toLowerCase(), person.id, ...devices.map(({ id }) => id)];
  await db
    .deleteFrom('identity.sign_in_throttle')
    .where('kind', '<>', 'address')
    .where('subject', 'in', subjects.map(fingerprint))
    .execute();
}
