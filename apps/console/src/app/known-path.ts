import { FEATURE_PATHS, type FeaturePath, isFeaturePath } from '../features/index.ts';

const PATTERNS = FEATURE_PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`) }));

/**
 * The screen at a canonical path, such as a remembered one; null for anything else. Navigations use the matched route
 * instead.
 */
export function featurePathOf(pathname: string): FeaturePath | null {
  // A page of its own comes before a record with that id: `/accounts/segments`.
  if (isFeaturePath(pathname)) return pathname;
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path ?? null;
}
