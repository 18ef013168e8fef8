import { homePath, may, type Permission, type Role } from '@backcounter/domain';

/** How long an extra check may take before it counts as refused. */
export const EXTRA_CHECK_TIMEOUT_MS = 5000;

/** Where a navigation goes instead; null lets it through. */
export type Verdict =
  | null
  | { readonly to: 'home'; readonly path: string }
  | { readonly to: 'no-access'; readonly permission: Permission | null };

/** An extra asynchronous permission check of a guard; only `true` lets the navigation through. */
export type ExtraCheck = (signal: AbortSignal) => Promise<boolean>;

export interface Guard {
  /** The role guard. */
  readonly permission: Permission;
  /** A second role guard of the route's own. */
  readonly alsoPermission?: Permission;
  readonly extraCheck?: ExtraCheck;
}

async function passes(check: ExtraCheck): Promise<boolean> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), EXTRA_CHECK_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([check(controller.signal), timeout])) === true;
  } catch (cause) {
    console.warn('Extra permission check:', cause);
    return false;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/**
 * Judges a navigation of a signed-in person: home redirect first, then the role guards, then the extra check (decision records on the
 * guards; specification, section 6).
 */
export async function judge(pathname: string, guard: Guard, roles: readonly Role[]): Promise<Verdict> {
  if (pathname === '/' && homePath(roles) !== '/') return { to: 'home', path: homePath(roles) };
  for (const permission of [guard.permission, guard.alsoPermission]) {
    if (permission && !may(roles, permission)) return { to: 'no-access', permission };
  }
  if (guard.extraCheck && !(await passes(guard.extraCheck))) return { to: 'no-access', permission: null };
  return null;
}
