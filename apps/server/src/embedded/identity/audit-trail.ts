import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { networkOf } from '../../ports/client-network.ts';
import { countRefusedSignIn, type SignInRefusal } from '../../ports/event-counts.ts';

/** Origin of a request, for the trail. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** An event of the provider in the audit trail. */
export interface IdentityEvent {
  readonly action:
    | 'app.allow'
    | 'app.disallow'
    | 'session.sign-in'
    | 'session.sign-out'
    | 'session.revoke'
    | 'staff.change-password'
    | 'staff.enrol-second-factor'
    | 'staff.remove-second-factor'
    | 'staff.accept-invitation'
    | 'staff.add'
    | 'staff.invite'
    | 'staff.set'
    | 'staff.remove'
    | 'staff.reset'
    | 'staff.revoke-invitation'
    | 'staff.unlock';
  /** The person's id, or null if unknown. Input is not stored, because people type passwords into wrong fields. */
  readonly sub: string | null;
  /** The actor, if not the person. */
  readonly actor?: string;
  readonly roles?: readonly string[];
  readonly outcome: 'DONE' | 'DENIED';
  readonly reason?: string;
  readonly origin?: RequestOrigin;
  /** Reference id of a request without an origin. */
  readonly requestId?: string | null;
  /** Values before and after, by field. */
  readonly changes?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Writes one row. If this fails, the effect must not happen. */
export async function audit(db: Kysely<Database>, event: IdentityEvent): Promise<void> {
  await db
    .insertInto('staff_audit_event')
    .values({
      actor_sub: event.actor ?? event.sub ?? 'unknown',
      actor_roles: [...(event.roles ?? [])],
      request_id: (event.origin?.requestId ?? event.requestId)?.slice(0, 64) ?? null,
      ip: event.origin?.address ?? null,
      action: event.action,
      entity_type: event.sub === null ? null : 'staff',
      entity_id: event.sub,
      outcome: event.outcome,
      reason: event.reason ?? null,
      ...(event.changes && { changes: JSON.stringify(event.changes) }),
    })
    .execute();
}

/**
 * Records a refused sign-in. The first for a person, address and reason is written immediately; further ones are
 * counted until `auditCounted`. The trail is append-only, so outsiders must not be able to fill it.
 */
export async function auditRefusal(
  db: Kysely<Database>,
  refusal: { readonly sub: string | null; readonly reason: SignInRefusal; readonly origin: RequestOrigin },
): Promise<void> {
  const { sub, reason, origin } = refusal;
  countRefusedSignIn(reason);
  const person = sub === null ? null : 'staff';
  await sql`
    WITH counted AS (
      INSERT INTO identity.refused_sign_in AS refused (sub, address, reason)
      VALUES (${sub ?? 'unknown'}, ${networkOf(origin.address)}, ${reason})
      ON CONFLICT (sub, address, reason) DO UPDATE SET tries = refused.tries + 1 RETURNING sub, reason, tries)
    INSERT INTO staff_audit_event (actor_sub, request_id, ip, action, entity_type, entity_id, outcome, reason)
    SELECT sub, ${origin.requestId.slice(0, 64)}, ${origin.address}::inet, 'session.sign-in', ${person}, ${sub}, 'DENIED', reason
    FROM counted WHERE tries = 1`.execute(db);
}

/** Writes one row for all refusals of a person, address and reason after their window of 15 minutes. */
export async function auditCounted(db: Kysely<Database>): Promise<void> {
  await sql`
    WITH ended AS (
      DELETE FROM identity.refused_sign_in WHERE began_at <= now() - interval '15 minutes' RETURNING *)
    INSERT INTO staff_audit_event (actor_sub, ip, action, entity_type, entity_id, outcome, reason)
    SELECT sub, address, 'session.sign-in', CASE WHEN sub <> 'unknown' THEN 'staff' END, nullif(sub, 'unknown'), 'DENIED',
      format('%s (%s tries since %s UTC)', reason, tries, to_char(began_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
    FROM ended WHERE tries > 1`.execute(db);
}
