import { homePath, may, type Permission, type Role } from '@backcounter/domain';
import type { ExtraCheck, Guard, GuardedVisit } from '../../lib/settings/guard.ts';

/** Timeout of an extra check. */
export const EXTRA_CHECK_TIMEOUT_MS = 5000;

/** Redirect of a navigation; null admits it. */
export type Verdict =
  | null
  | { readonly to: 'home'; readonly path: string }
  | { readonly to: 'no-access'; readonly permission: Permission | null }
  /** The extra check threw or timed out: access is neither granted nor refused. */
  | { readonly to: 'unchecked'; readonly cause: unknown };

async function passes(check: ExtraCheck, visit: Omit<GuardedVisit, 'signal'>): Promise<boolean> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The extra permission check took too long')), EXTRA_CHECK_TIMEOUT_MS);
  });
  try {
    return (await Promise.race([check({ ...visit, signal: controller.signal }), timeout])) === true;
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/**
 * Decides on a navigation of a signed-in person: home redirect first, then the role guards, then the extra check
 * (decision records on the guards; specification, section 6).
 */
export async function judge(
  path: string,
  guard: Guard,
  roles: readonly Role[],
  params: GuardedVisit['params'] = {},
): Promise<Verdict> {
  if (path === '/' && homePath(roles) !== '/') return { to: 'home', path: homePath(roles) };
  for (const permission of [guard.permission, guard.alsoPermission]) {
    if (permission && !may(roles, permission)) return { to: 'no-access', permission };
  }
  if (!guard.extraCheck) return null;
  try {
    return (await passes(guard.extraCheck, { params, roles })) ? null : { to: 'no-access', permission: null };
  } catch (cause) {
    return { to: 'unchecked', cause };
  }
}
