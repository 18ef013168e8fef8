import type { Kysely } from 'kysely';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';
import type { SYSTEM_ACTOR } from '../db/system-actor.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import type { Caller } from '../ports/identity.ts';

/** Values before and after, by field. */
export type AuditChanges = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** An event and the record it is about. */
export interface AuditEntry {
  /** `noun.verb`, such as `account.suspend`. */
  readonly action: string;
  readonly entityType: string | null;
  readonly entityId: string | null;
  readonly outcome: 'DONE' | 'DENIED' | 'FAILED';
  readonly reason?: string | null;
  readonly changes?: AuditChanges;
  /** Stored separately, so that erasing an account can clear them. */
  readonly personalChanges?: AuditChanges;
}

/** Writes the audit row of an effect in the same transaction, the context's `db`. */
export async function recordAudit(context: EffectContext, entry: AuditEntry): Promise<void> {
  const { approval } = context;
  const approved: AuditChanges =
    approval?.kind === 'GRANTED' ? { approval: [null, approval.code], approvedBy: [null, approval.by] } : {};
  const by = context.caller.kind === 'staff' ? context.caller.app : undefined;
  const changes = { ...entry.changes, ...approved, ...(by && { app: [null, by.clientId] as const }) };
  await writeAudit(context.db, context.caller, context.requestId, { ...entry, changes });
}

/**
 * Writes an audit row through any connection: for refusals, which have no transaction, and for the product's own
 * actions.
 */
export async function writeAudit(
  db: Kysely<Database>,
  by: Caller | typeof SYSTEM_ACTOR,
  request: string | null,
  entry: AuditEntry,
): Promise<void> {
  const personal = entry.personalChanges ?? {};
  await callFunction(db, 'record_audit', {
    ...actorArguments(by),
    request,
    what: entry.action,
    about_type: entry.entityId === null ? null : entry.entityType,
    about_id: entry.entityId,
    came_out: entry.outcome,
    why: entry.reason ?? null,
    changed: entry.changes ?? {},
    changed_personal: Object.keys(personal).length === 0 ? null : personal,
  });
}

/** Stores the actor's name, for statements that write many audit rows. */
export async function rememberActor({ db, caller }: Pick<EffectContext, 'db' | 'caller'>): Promise<void> {
  await callFunction(db, 'remember_actor', actorArguments(caller));
}

function actorArguments(by: Caller | typeof SYSTEM_ACTOR) {
  const [by_sub, by_name, by_email, by_roles] = actorOf(by);
  return { by_sub, by_name, by_email, by_roles };
}

/** The actor, as the first four arguments of the SQL functions `record_audit` and `remember_actor`. */
export function actorOf(
  by: Caller | typeof SYSTEM_ACTOR,
): readonly [sub: string, name: string, email: string | null, roles: readonly string[]] {
  const staff = 'kind' in by && by.kind === 'staff' ? by : { email: null, roles: [] };
  return [by.sub, nameOf(by), staff.email, [...staff.roles]];
}

function nameOf({ name, sub }: Pick<Caller, 'name' | 'sub'>): string {
  return (name.trim() || sub).slice(0, 200).toWellFormed();
}
