import { networkOf } from '../../ports/client-network.ts';
import type { Queryable } from './queryable.ts';

/** Where a request came from, for the trail. */
export interface RequestOrigin {
  readonly address: string;
  readonly userAgent: string;
  readonly requestId: string;
}

/** What the provider leaves in the audit trail. */
export interface IdentityEvent {
  readonly action:
    | 'session.sign-in'
    | 'session.sign-out'
    | 'session.revoke'
    | 'staff.change-password'
    | 'staff.enrol-second-factor'
    | 'staff.remove-second-factor'
    | 'staff.add'
    | 'staff.set'
    | 'staff.remove'
    | 'staff.reset'
    | 'staff.unlock';
  /** The person's id; null when nobody could be told (what was typed stays out: people type passwords into wrong fields). */
  readonly sub: string | null;
  /** Who acted, when it isn't the person. */
  readonly actor?: string;
  readonly roles?: readonly string[];
  readonly outcome: 'DONE' | 'DENIED';
  readonly reason?: string;
  readonly origin?: RequestOrigin;
}

/** Writes one row; the effect that it tells of must not happen when this fails. */
export async function audit(db: Queryable, event: IdentityEvent): Promise<void> {
  await db.query(
    `INSERT INTO staff_audit_event (actor_sub, actor_roles, request_id, ip, action, entity_type, entity_id, outcome, reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      event.actor ?? event.sub ?? 'unknown',
      [...(event.roles ?? [])],
      event.origin?.requestId.slice(0, 64) ?? null,
      event.origin?.address ?? null,
      event.action,
      event.sub === null ? null : 'staff',
      event.sub,
      event.outcome,
      event.reason ?? null,
    ],
  );
}

/**
 * A refused sign-in: the first of a person, an address and a reason is in the trail at once, all further ones are counted until
 * `auditCounted`. The trail can't be shortened, so nobody may fill it from outside.
 */
export async function auditRefusal(
  db: Queryable,
  refusal: { readonly sub: string | null; readonly reason: string; readonly origin: RequestOrigin },
): Promise<void> {
  const { sub, reason, origin } = refusal;
  await db.query(
    `WITH counted AS (
       INSERT INTO identity.refused_sign_in AS refused (sub, address, reason) VALUES (coalesce($1::text, 'unknown'), $2, $3)
       ON CONFLICT (sub, address, reason) DO UPDATE SET tries = refused.tries + 1 RETURNING sub, reason, tries)
     INSERT INTO staff_audit_event (actor_sub, request_id, ip, action, entity_type, entity_id, outcome, reason)
     SELECT sub, $4, $5::inet, 'session.sign-in', CASE WHEN $1 IS NOT NULL THEN 'staff' END, $1, 'DENIED', reason
     FROM counted WHERE tries = 1`,
    [sub, networkOf(origin.address), reason, origin.requestId.slice(0, 64), origin.address],
  );
}

/** One row for all refusals of a person, an address and a reason, once their window of 15 minutes is over. */
export async function auditCounted(db: Queryable): Promise<void> {
  await db.query(
    `WITH ended AS (
       DELETE FROM identity.refused_sign_in WHERE began_at <= now() - interval '15 minutes' RETURNING *)
     INSERT INTO staff_audit_event (actor_sub, ip, action, entity_type, entity_id, outcome, reason)
     SELECT sub, address, 'session.sign-in', CASE WHEN sub <> 'unknown' THEN 'staff' END, nullif(sub, 'unknown'), 'DENIED',
       format('%s (%s tries since %s UTC)', reason, tries, to_char(began_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
     FROM ended WHERE tries > 1`,
  );
}
