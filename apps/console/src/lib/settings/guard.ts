import type { Permission, Role } from '@backcounter/domain';

/** A navigation that an extra check judges. */
export interface GuardedVisit {
  /** Parameters of the matched route. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly roles: readonly Role[];
  /** Aborted when the answer is no longer wanted. */
  readonly signal: AbortSignal;
}

/** An extra asynchronous permission check of a guard; only `true` lets the navigation through. */
export type ExtraCheck = (visit: GuardedVisit) => Promise<boolean>;

/** Conditions for opening a route. */
export interface Guard {
  /** The role guard. */
  readonly permission: Permission;
  /** A second role guard of the route's own. */
  readonly alsoPermission?: Permission;
  readonly extraCheck?: ExtraCheck;
}
