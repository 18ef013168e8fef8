import type { Role } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { PersonChange, StaffActor } from '../../ports/people.ts';
import { audit, type IdentityEvent } from './audit-trail.ts';
import { addPerson, changePassword, type NewPerson, type Person, removePerson } from './person.ts';
import { removeSecondFactor } from './second-factor.ts';
import { revokeAllOf } from './session-end.ts';
import { forgetTries } from './sign-in-throttle.ts';

/** Adds a person, with the audit event in the caller's transaction like every function here. Returns the id; undefined if
 * the e-mail is taken. */
export async function addStaff(trx: Kysely<Database>, by: StaffActor, person: NewPerson): Promise<string | undefined> {
  const id = await addPerson(trx, person, by.sub);
  if (id !== undefined) await record(trx, by, 'staff.add', id, { changes: { roles: [null, words(person.roles)] } });
  return id;
}

export async function removeStaff(trx: Kysely<Database>, by: StaffActor, { id }: Person): Promise<void> {
  await record(trx, by, 'staff.remove', id);
  await removePerson(trx, id);
}

/** Sets a new password and removes lock-out, sessions and, unless it is kept, the second factor. */
export async function resetStaff(
  trx: Kysely<Database>,
  by: StaffActor,
  person: Person,
  { password, keepsSecondFactor = false, reason = null }: ResetOptions,
): Promise<void> {
  const changes = { secondFactor: [null, keepsSecondFactor ? 'KEPT' : 'REMOVED'] } as const;
  await record(trx, by, 'staff.reset', person.id, { reason, changes });
  await forgetTries(trx, person);
  await changePassword(trx, person.id, password);
  if (!keepsSecondFactor) await removeSecondFactor(trx, person.id, 'all');
  await trx
    .updateTable('identity.person')
    .set({ is_demo: false, ...stamp(by) })
    .where('id', '=', person.id)
    .execute();
}

interface ResetOptions {
  readonly password: string;
  readonly keepsSecondFactor?: boolean;
  readonly reason?: string | null;
}

/** Ends the delays after too many wrong attempts. */
export async function unlockStaff(trx: Kysely<Database>, by: StaffActor, person: Person): Promise<void> {
  await record(trx, by, 'staff.unlock', person.id);
  await forgetTries(trx, person);
}

/** Roles take effect within 5 s, the administration link at the next sign-in. Suspension ends sessions immediately. */
export async function setStaff(
  trx: Kysely<Database>,
  by: StaffActor,
  person: Person,
  change: PersonChange,
  reason: string | null = null,
): Promise<void> {
  const before = { ...person, roles: words(person.roles) };
  const after = {
    name: change.name ?? person.name,
    roles: words(change.roles ?? person.roles),
    state: change.state ?? person.state,
    admin_url: change.adminUrl === undefined ? person.admin_url : change.adminUrl,
    preferred_language_key:
      change.preferredLanguageKey === undefined ? person.preferred_language_key : change.preferredLanguageKey,
  };
  const changed = FIELDS.filter(([, column]) => before[column] !== after[column]);
  if (changed.length === 0) return;
  const changes = Object.fromEntries(
    changed.map(([field, column]) => [field, [before[column], after[column]] as const]),
  );
  await record(trx, by, 'staff.set', person.id, { reason, changes });
  const { admin_url: link, ...others } = after;
  await trx
    .updateTable('identity.person')
    .set({
      admin_url: link,
      ...others,
      roles: [...(change.roles ?? person.roles)],
      ...(change.state && { state_reason: change.stateReason ?? null }),
      ...stamp(by),
    })
    .where('id', '=', person.id)
    .execute();
  await sql`DELETE FROM access_request WHERE staff_sub = ${person.id} AND declined_at IS NULL
    AND asks_for(staff_sub) IS NULL`.execute(trx);
  if (after.state === 'SUSPENDED') await revokeAllOf(trx, person.id);
}

const FIELDS = [
  ['name', 'name'],
  ['roles', 'roles'],
  ['state', 'state'],
  ['adminUrl', 'admin_url'],
  ['preferredLanguageKey', 'preferred_language_key'],
] as const;

/** Roles as the trail has them. */
export const words = (roles: readonly Role[]) => roles.join(' ') || null;

/** The next version. */
const stamp = (by: StaffActor) => ({
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`now()`,
  updated_by: by.sub,
});

/** Writes the audit event of what `by` did to a person. */
export function record(
  trx: Kysely<Database>,
  by: StaffActor,
  action: IdentityEvent['action'],
  sub: string,
  {
    reason = null,
    changes,
  }: { readonly reason?: string | null; readonly changes?: NonNullable<IdentityEvent['changes']> } = {},
): Promise<void> {
  const { sub: actor, roles, requestId } = by;
  return audit(trx, {
    action,
    sub,
    actor,
    roles,
    requestId,
    outcome: 'DONE',
    ...(reason === null ? {} : { reason }),
    ...(changes && { changes }),
  });
}
