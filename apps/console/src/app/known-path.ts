import { FEATURE_PATHS, type FeaturePath } from '../features/index.ts';

const PATTERNS = FEATURE_PATHS.map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}$`) }));

/** The route of the table that a path name belongs to; null for anything else. */
export function featurePathOf(pathname: string): FeaturePath | null {
  return PATTERNS.find(({ pattern }) => pattern.test(pathname))?.path ?? null;
}

/** True for `/login`, `/no-access` and the like, which need no session. */
export function isPublicPath(pathname: string): boolean {
  return (
    ['/login', '/logout', '/silent', '/popup', '/no-access'].includes(pathname) || featurePathOf(pathname) === null
  );
}
