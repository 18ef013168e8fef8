import { type Kysely, type QueryCreator, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** Field -> value before and after. */
export type AuditChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** What happened to which record. */
export interface AuditEntry {
  /** `noun.verb`, such as `account.suspend`. */
  readonly action: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly outcome: 'DONE' | 'DENIED' | 'FAILED';
  readonly reason?: string | null;
  readonly changes?: AuditChanges;
  /** Kept apart, so that erasing an account can clear them. */
  readonly personalChanges?: AuditChanges;
}

/** Writes the audit row of an effect in the effect's own transaction, which is the context's `db`. */
export async function recordAudit(context: EffectContext, entry: AuditEntry): Promise<void> {
  await writeAudit(context.db, context.caller, context.requestId, entry);
}

/** Writes an audit row with a connection of the caller's choice; refusals have no transaction to be part of. */
export async function writeAudit(
  db: Kysely<Database>,
  caller: Caller,
  requestId: string,
  entry: AuditEntry,
): Promise<void> {
  await db
    .with('mirror', (query) => mirrorOf(query, caller))
    .insertInto('staff_audit_event')
    .values({
      actor_sub: caller.sub,
      actor_roles: rolesOf(caller),
      request_id: requestId,
      action: entry.action,
      entity_type: entry.entityId === null ? null : entry.entityType,
      entity_id: entry.entityId,
      outcome: entry.outcome,
      reason: entry.reason ?? null,
      changes: JSON.stringify(entry.changes ?? {}),
      personal_changes: isEmpty(entry.personalChanges) ? null : JSON.stringify(entry.personalChanges),
    })
    .execute();
}

/** Keeps the name of who acts, for statements that write many audit rows at once. */
export async function rememberActor({ db, caller }: Pick<EffectContext, 'db' | 'caller'>): Promise<void> {
  await mirrorOf(db, caller).execute();
}

function mirrorOf(db: QueryCreator<Database>, caller: Caller) {
  const email = caller.kind === 'staff' ? caller.email : null;
  return (
    db
      .insertInto('staff_user')
      .columns(['sub', 'display_name', 'email', 'last_roles'])
      // Most rows change nothing, and are not even tried: a conflict locks the row whatever becomes of it, and every mutation of a person
      // or machine client would wait for the one before it.
      .expression(
        sql<never>`(select * from (values (${caller.sub}::text, ${nameOf(caller)}::text, ${email}::text, ${rolesOf(caller)}::text[]))
          as seen (sub, display_name, email, last_roles)
        where not exists (select from staff_user known where known.sub = seen.sub and known.display_name = seen.display_name
          and known.email is not distinct from seen.email and known.last_roles = seen.last_roles))`,
      )
      .onConflict((conflict) =>
        conflict
          .column('sub')
          .doUpdateSet((insert) => ({
            display_name: insert.ref('excluded.display_name'),
            email: insert.ref('excluded.email'),
            last_roles: insert.ref('excluded.last_roles'),
          }))
          .where(({ eb, or, ref }) =>
            or([
              eb('staff_user.display_name', 'is distinct from', ref('excluded.display_name')),
              eb('staff_user.email', 'is distinct from', ref('excluded.email')),
              eb('staff_user.last_roles', 'is distinct from', ref('excluded.last_roles')),
            ]),
          ),
      )
  );
}

function rolesOf(caller: Caller): string[] {
  return caller.kind === 'staff' ? [...caller.roles] : [];
}

function nameOf({ name, sub }: Caller): string {
  return (name.trim() || sub).slice(0, 200).toWellFormed();
}

function isEmpty(changes: AuditChanges | undefined): boolean {
  return changes === undefined || Object.keys(changes).length === 0;
}
