import type { Permission, Role } from '@backcounter/domain';

/** A navigation, as input of an extra check. */
export interface GuardedVisit {
  /** Parameters of the matched route. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly roles: readonly Role[];
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** An extra asynchronous permission check of a guard; only `true` allows the navigation. */
export type ExtraCheck = (visit: GuardedVisit) => Promise<boolean>;

/** Conditions for opening a route. */
export interface Guard {
  /** The role guard. */
  readonly permission: Permission;
  /** A second role guard of the route. */
  readonly alsoPermission?: Permission;
  readonly extraCheck?: ExtraCheck;
}
