import type { MachineScope, Role } from '@backcounter/domain';

/** A member of staff, as the access token and the provider's record of the person say. */
export interface StaffCaller {
  readonly kind: 'staff';
  /** Subject claim. */
  readonly sub: string;
  readonly name: string;
  readonly email: string | null;
  /** Known roles only; may be empty (a valid token without roles is signed in but may do nothing). */
  readonly roles: readonly Role[];
  /** Streams that were opened with this token close at this instant. */
  readonly expiresAt: Date;
}

/** A registered machine client with a client-credentials token (decision 0002). Never holds staff permissions. */
export interface MachineCaller {
  readonly kind: 'machine';
  /** Client id. */
  readonly sub: string;
  readonly name: string;
  readonly scopes: readonly MachineScope[];
  readonly expiresAt: Date;
}

/** Who stands behind a request. */
export type Caller = StaffCaller | MachineCaller;

/** Tells who stands behind a bearer access token. Implemented by the embedded provider and by the OIDC adapter. */
export interface IdentityPort {
  /**
   * @throws AppError `session.required` when the token is malformed, unknown, of another kind or not ours,
   *   `session.expired` when it has expired or was revoked, `service.unavailable` when that cannot be told now.
   */
  authenticate(accessToken: string): Promise<Caller>;
}
