import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { networkOf } from '../../ports/client-network.ts';
import type { SignInRefusal } from '../../ports/event-counts.ts';
import { audit, auditRefusal, type RequestOrigin } from './audit-trail.ts';
import { type DeviceClaim, knownDeviceOf } from './known-device.ts';
import { isPasswordOf } from './password.ts';
import { findPersonByEmail, isUsable, type Person } from './person.ts';
import { beginTry, tryWasRight, waitOf } from './sign-in-throttle.ts';

/** `wrong` does not distinguish an unknown e-mail, a wrong password and a demo person on a production server. */
export type SignInAnswer =
  | { readonly outcome: 'right'; readonly person: Person }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'suspended' }
  | { readonly outcome: 'throttled'; readonly waitS: number };

/** Verifies e-mail and password. Failures are audited here; the caller audits the sign-in. */
export async function judgePassword(
  db: Kysely<Database>,
  isDemo: boolean,
  typed: { readonly email: string; readonly password: string },
  origin: RequestOrigin,
  claim: DeviceClaim | null,
): Promise<SignInAnswer> {
  const email = typed.email.trim();
  const person = await findPersonByEmail(db, email);
  const tries = triesOf(db, email.toLowerCase(), origin, await knownDeviceOf(db, claim, person));
  const refused = (reason: SignInRefusal) => auditRefusal(db, { sub: person?.id ?? null, reason, origin });
  const waitS = await tries.begin();
  if (waitS > 0) {
    await refused('throttled');
    return { outcome: 'throttled', waitS };
  }
  const isKnown = person !== undefined && (isDemo || !person.is_demo);
  if (!(await isPasswordOf(isKnown ? person.password_hash : null, typed.password)) || !isKnown) {
    await refused('wrong email or password');
    return { outcome: 'wrong' };
  }
  // Attempts for suspended people count too, because each costs the same.
  if (!isUsable(person, isDemo)) {
    await refused('suspended');
    return { outcome: 'suspended' };
  }
  await tries.wereRight();
  return { outcome: 'right', person };
}

/** On a known device, attempts are counted for the device; elsewhere for all strangers and the address. */
function triesOf(db: Kysely<Database>, subject: string, origin: RequestOrigin, device: string | null) {
  if (device !== null) {
    return {
      begin: () => beginTry(db, 'account', device),
      wereRight: () => tryWasRight(db, 'account', device),
    };
  }
  const network = networkOf(origin.address);
  return {
    // A throttled address must not create counters for invented e-mails.
    begin: async () =>
      (await waitOf(db, 'address', network)) ||
      (await beginTry(db, 'account', subject)) ||
      (await beginTry(db, 'address', network)),
    wereRight: async () => {
      await tryWasRight(db, 'account', subject);
      await tryWasRight(db, 'address', network);
    },
  };
}

/** Records a completed sign-in. */
export async function recordSignIn(db: Kysely<Database>, person: Person, origin: RequestOrigin): Promise<void> {
  // The trail names people by this copy, also those who have not changed anything yet.
  await sql`
    INSERT INTO staff_user (sub, display_name, email, last_roles)
    VALUES (${person.id}, ${person.name.trim().slice(0, 200) || person.id}, ${person.email}, ${[...person.roles]})
     ON CONFLICT (sub) DO UPDATE SET display_name = excluded.display_name, email = excluded.email,
       last_roles = excluded.last_roles, last_seen_at = now()`.execute(db);
  await audit(db, { action: 'session.sign-in', sub: person.id, roles: person.roles, outcome: 'DONE', origin });
  await sql`UPDATE identity.person SET last_sign_in_at = now() WHERE id = ${person.id}`.execute(db);
}
