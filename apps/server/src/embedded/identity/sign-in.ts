import type pg from 'pg';
import { audit, type RequestOrigin } from './audit-trail.ts';
import { isPasswordOf } from './password.ts';
import { findPersonByEmail, isUsable, type Person } from './person.ts';
import { beginTry, tryWasRight } from './sign-in-throttle.ts';

/** `wrong` says no more than it must: unknown, wrong password and a demo person on a production server look the same. */
export type SignInAnswer =
  | { readonly outcome: 'right'; readonly person: Person }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'suspended' }
  | { readonly outcome: 'throttled'; readonly waitS: number };

/** Judges an e-mail and a password. Everything but a right one leaves an audit row here; the caller writes that of the sign-in. */
export async function judgePassword(
  pool: pg.Pool,
  isDemo: boolean,
  typed: { readonly email: string; readonly password: string },
  origin: RequestOrigin,
): Promise<SignInAnswer> {
  const email = typed.email.trim();
  const subject = email.toLowerCase();
  const waitS = (await beginTry(pool, 'account', subject)) || (await beginTry(pool, 'address', origin.address));
  const person = await findPersonByEmail(pool, email);
  const sub = person?.id ?? null;
  if (waitS > 0) {
    await audit(pool, { action: 'session.sign-in', sub, outcome: 'DENIED', reason: 'throttled', origin });
    return { outcome: 'throttled', waitS };
  }
  const isKnown = person !== undefined && (isDemo || !person.is_demo);
  if (!(await isPasswordOf(isKnown ? person.password_hash : null, typed.password)) || !isKnown) {
    await audit(pool, {
      action: 'session.sign-in',
      sub,
      outcome: 'DENIED',
      reason: 'wrong e-mail or password',
      origin,
    });
    return { outcome: 'wrong' };
  }
  await tryWasRight(pool, 'account', subject);
  await tryWasRight(pool, 'address', origin.address);
  if (isUsable(person, isDemo)) return { outcome: 'right', person };
  await audit(pool, { action: 'session.sign-in', sub, outcome: 'DENIED', reason: 'suspended', origin });
  return { outcome: 'suspended' };
}

/** Records a completed sign-in. */
export async function recordSignIn(pool: pg.Pool, person: Person, origin: RequestOrigin): Promise<void> {
  // The trail names people by this mirror; whoever has changed nothing yet would be a number in it.
  await pool.query(
    `INSERT INTO staff_user (sub, display_name, email, last_roles) VALUES ($1, $2, $3, $4)
     ON CONFLICT (sub) DO UPDATE SET display_name = excluded.display_name, email = excluded.email,
       last_roles = excluded.last_roles, last_seen_at = now()`,
    [person.id, person.name.trim().slice(0, 200) || person.id, person.email, [...person.roles]],
  );
  await audit(pool, { action: 'session.sign-in', sub: person.id, roles: person.roles, outcome: 'DONE', origin });
  await pool.query('UPDATE identity.person SET last_sign_in_at = now() WHERE id = $1', [person.id]);
}
