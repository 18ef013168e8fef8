import type pg from 'pg';
import { networkOf } from '../../ports/client-network.ts';
import { audit, auditRefusal, type RequestOrigin } from './audit-trail.ts';
import { type DeviceClaim, knownDeviceOf } from './known-device.ts';
import { isPasswordOf } from './password.ts';
import { findPersonByEmail, isUsable, type Person } from './person.ts';
import { beginTry, tryWasRight, waitOf } from './sign-in-throttle.ts';

/** `wrong` says no more than it must: unknown, wrong password and a demo person on a production server look the same. */
export type SignInAnswer =
  | { readonly outcome: 'right'; readonly person: Person }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'suspended' }
  | { readonly outcome: 'throttled'; readonly waitS: number };

/** Judges an e-mail and a password. Everything but a right one is in the audit trail by then; the caller writes that of the sign-in. */
export async function judgePassword(
  pool: pg.Pool,
  isDemo: boolean,
  typed: { readonly email: string; readonly password: string },
  origin: RequestOrigin,
  claim: DeviceClaim | null,
): Promise<SignInAnswer> {
  const email = typed.email.trim();
  const person = await findPersonByEmail(pool, email);
  const tries = triesOf(pool, email.toLowerCase(), origin, await knownDeviceOf(pool, claim, person));
  const refused = (reason: string) => auditRefusal(pool, { sub: person?.id ?? null, reason, origin });
  const waitS = await tries.begin();
  if (waitS > 0) {
    await refused('throttled');
    return { outcome: 'throttled', waitS };
  }
  const isKnown = person !== undefined && (isDemo || !person.is_demo);
  if (!(await isPasswordOf(isKnown ? person.password_hash : null, typed.password)) || !isKnown) {
    await refused('wrong e-mail or password');
    return { outcome: 'wrong' };
  }
  // The tries of somebody who is suspended go on counting: each costs as much as any other.
  if (!isUsable(person, isDemo)) {
    await refused('suspended');
    return { outcome: 'suspended' };
  }
  await tries.wereRight();
  return { outcome: 'right', person };
}

/** On a known device the person's tries are their own; anywhere else they are those of all strangers, and of the address. */
function triesOf(pool: pg.Pool, subject: string, origin: RequestOrigin, device: string | null) {
  if (device !== null) {
    return {
      begin: () => beginTry(pool, 'account', device),
      wereRight: () => tryWasRight(pool, 'account', device),
    };
  }
  const network = networkOf(origin.address);
  return {
    // An address that has to wait leaves no counters of the e-mails that it makes up.
    begin: async () =>
      (await waitOf(pool, 'address', network)) ||
      (await beginTry(pool, 'account', subject)) ||
      (await beginTry(pool, 'address', network)),
    wereRight: async () => {
      await tryWasRight(pool, 'account', subject);
      await tryWasRight(pool, 'address', network);
    },
  };
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
