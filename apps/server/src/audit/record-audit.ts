import { type Kysely, sql } from 'kysely';
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
  const [sub, name, email, roles] = actorOf(caller);
  const about = entry.entityId === null ? null : entry.entityType;
  const changes = JSON.stringify(entry.changes ?? {});
  const personal = isEmpty(entry.personalChanges) ? null : JSON.stringify(entry.personalChanges);
  await sql`select record_audit(${sub}, ${name}, ${email}, ${roles}, ${requestId}, ${entry.action}, ${about}, ${entry.entityId},
    ${entry.outcome}, ${entry.reason ?? null}, ${changes}, ${personal})`.execute(db);
}

/** Keeps the name of who acts, for statements that write many audit rows at once. */
export async function rememberActor({ db, caller }: Pick<EffectContext, 'db' | 'caller'>): Promise<void> {
  const [sub, name, email, roles] = actorOf(caller);
  await sql`select remember_actor(${sub}, ${name}, ${email}, ${roles})`.execute(db);
}

/** Who acts, as the first four arguments of the database's `record_audit` and `remember_actor`. */
export function actorOf(
  caller: Caller,
): readonly [sub: string, name: string, email: string | null, roles: readonly string[]] {
  return [caller.sub, nameOf(caller), caller.kind === 'staff' ? caller.email : null, rolesOf(caller)];
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
