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
    | 'staff.reset';
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
