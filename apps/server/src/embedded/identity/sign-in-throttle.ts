import type { StatementRunner } from '../../ports/identity.ts';
import type { Person } from './person.ts';
import type { Queryable } from './queryable.ts';
import { fingerprint } from './sealed-box.ts';

/**
 * What is counted: guesses at one account, guesses from one address, guesses at one second factor. Guesses on a known device, or by somebody
 * who is signed in, are counted under the device or the person, so that those of strangers don't block them.
 */
export type ThrottleKind = 'account' | 'address' | 'second-factor';

/** Wrong tries that cost nothing, then a wait that doubles from 30 s up to 15 min. */
const FREE_TRIES: Record<ThrottleKind, number> = { account: 5, address: 30, 'second-factor': 5 };
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 15 * 60;
const WAIT_S = 'ceil(extract(epoch FROM blocked_until - now()))::int';

/**
 * Counts a try before it is judged, in one statement, so that parallel guesses can't share a look at the counter.
 * Answers the seconds to wait: 0 when the try may go on.
 */
export async function beginTry(db: StatementRunner, kind: ThrottleKind, subject: string): Promise<number> {
  const { rows } = await db.query<{ is_free: boolean; wait_s: number | null }>(
    `WITH tried AS (
       INSERT INTO identity.sign_in_throttle AS throttle (kind, subject, failures, last_failed_at) VALUES ($1, $2, 1, now())
       ON CONFLICT (kind, subject) DO UPDATE SET
         failures = CASE WHEN throttle.last_failed_at < now() - make_interval(secs => $5) THEN 1 ELSE throttle.failures + 1 END,
         last_failed_at = now(),
         blocked_until = CASE WHEN throttle.last_failed_at >= now() - make_interval(secs => $5) AND throttle.failures + 1 >= $3
           THEN now() + make_interval(secs => least($5, $4 * power(2, least(throttle.failures + 1 - $3, 10)))) END
       WHERE throttle.blocked_until IS NULL OR throttle.blocked_until <= now()
       RETURNING 1)
     SELECT EXISTS (SELECT FROM tried) AS is_free,
       (SELECT ${WAIT_S} FROM identity.sign_in_throttle WHERE kind = $1 AND subject = $2) AS wait_s`,
    [kind, fingerprint(subject), FREE_TRIES[kind], FIRST_WAIT_S, LONGEST_WAIT_S],
  );
  return rows[0]?.is_free ? 0 : Math.max(rows[0]?.wait_s ?? 1, 1);
}

/** The seconds to wait, without counting a try. */
export async function waitOf(db: Queryable, kind: ThrottleKind, subject: string): Promise<number> {
  const { rows } = await db.query<{ wait_s: number }>(
    `SELECT ${WAIT_S} AS wait_s FROM identity.sign_in_throttle WHERE kind = $1 AND subject = $2 AND blocked_until > now()`,
    [kind, fingerprint(subject)],
  );
  return rows[0] ? Math.max(rows[0].wait_s, 1) : 0;
}

/** The try was right after all: it doesn't count, and the account starts anew. */
export async function tryWasRight(db: StatementRunner, kind: ThrottleKind, subject: string): Promise<void> {
  await db.query(
    kind === 'address'
      ? `UPDATE identity.sign_in_throttle SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE kind = $1 AND subject = $2`
      : 'DELETE FROM identity.sign_in_throttle WHERE kind = $1 AND subject = $2',
    [kind, fingerprint(subject)],
  );
}

/** Ends every wait of a person: of strangers, of the person's own page and of the known devices. Addresses keep theirs. */
export async function forgetTries(db: Queryable, person: Person): Promise<void> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM identity.known_device WHERE person_id = $1', [
    person.id,
  ]);
  const subjects = [person.email.toLowerCase(), person.id, ...rows.map(({ id }) => id)];
  await db.query("DELETE FROM identity.sign_in_throttle WHERE kind <> 'address' AND subject = ANY ($1)", [
    subjects.map(fingerprint),
  ]);
}
