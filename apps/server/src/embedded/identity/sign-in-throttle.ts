import type { Queryable } from './queryable.ts';
import { fingerprint } from './sealed-box.ts';

/** What is counted: guesses at one account, guesses from one address, guesses at one second factor. */
export type ThrottleKind = 'account' | 'address' | 'second-factor';

/** Wrong tries that cost nothing, then a wait that doubles from 30 s up to 15 min. */
const FREE_TRIES: Record<ThrottleKind, number> = { account: 5, address: 40, 'second-factor': 5 };
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 15 * 60;

/**
 * Counts a try before it is judged, in one statement, so that parallel guesses can't share a look at the counter.
 * Answers the seconds to wait: 0 when the try may go on.
 */
export async function beginTry(db: Queryable, kind: ThrottleKind, subject: string): Promise<number> {
  const { rows } = await db.query(
    `INSERT INTO identity.sign_in_throttle AS throttle (kind, subject, failures, last_failed_at) VALUES ($1, $2, 1, now())
     ON CONFLICT (kind, subject) DO UPDATE SET
       failures = CASE WHEN throttle.last_failed_at < now() - make_interval(secs => $5) THEN 1 ELSE throttle.failures + 1 END,
       last_failed_at = now(),
       blocked_until = CASE WHEN throttle.last_failed_at >= now() - make_interval(secs => $5) AND throttle.failures + 1 >= $3
         THEN now() + make_interval(secs => least($5, $4 * power(2, least(throttle.failures + 1 - $3, 10)))) END
     WHERE throttle.blocked_until IS NULL OR throttle.blocked_until <= now()
     RETURNING 1`,
    [kind, fingerprint(subject), FREE_TRIES[kind], FIRST_WAIT_S, LONGEST_WAIT_S],
  );
  if (rows.length > 0) return 0;
  const blocked = await db.query<{ wait_s: number }>(
    `SELECT ceil(extract(epoch FROM blocked_until - now()))::int AS wait_s FROM identity.sign_in_throttle
     WHERE kind = $1 AND subject = $2`,
    [kind, fingerprint(subject)],
  );
  return Math.max(blocked.rows[0]?.wait_s ?? 1, 1);
}

/** The try was right after all: it doesn't count, and the account starts anew. */
export async function tryWasRight(db: Queryable, kind: ThrottleKind, subject: string): Promise<void> {
  await db.query(
    kind === 'address'
      ? `UPDATE identity.sign_in_throttle SET failures = greatest(failures - 1, 0), blocked_until = NULL WHERE kind = $1 AND subject = $2`
      : 'DELETE FROM identity.sign_in_throttle WHERE kind = $1 AND subject = $2',
    [kind, fingerprint(subject)],
  );
}

/** For `npm run staff -- reset`. */
export async function forgetTries(db: Queryable, email: string): Promise<void> {
  await tryWasRight(db, 'account', email.toLowerCase());
}
