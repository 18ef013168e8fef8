/** Local-storage key of the remembered route (specification, section 2). */
export const ROUTE_MEMORY_KEY = 'route-path';

/** Never remembered: where sign-in, sign-out and refusals happen. */
const EXEMPT_PATHS = new Set(['/no-access', '/login', '/logout', '/silent', '/popup']);
const MAX_LENGTH = 4096;

export interface RouteMemory {
  /** Saves path, query and hash of a navigation, unless the path is exempt or unknown. */
  remember(href: string): void;
  /** The remembered route, `/` when there is none or it is not a route of this console. */
  recall(): string;
  /** The given route if it is one to return to, else null. Text from outside (sign-in state, storage) passes through here. */
  accept(href: unknown): string | null;
}

interface RouteMemoryOptions {
  readonly storage: { getItem(name: string): string | null; setItem(name: string, value: string): void };
  readonly origin: string;
  readonly isKnownPath: (pathname: string) => boolean;
}

/** Only paths of this origin that are routes: a remembered address can never lead elsewhere. */
export function createRouteMemory({ storage, origin, isKnownPath }: RouteMemoryOptions): RouteMemory {
  const accept = (href: unknown): string | null => {
    if (typeof href !== 'string' || href.length > MAX_LENGTH) return null;
    // A browser strips control characters and reads a backslash as a slash before it resolves an address.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (!href.startsWith('/') || href.startsWith('//') || /[\u0000-\u0020\u007f\\]/.test(href)) return null;
    if (!URL.canParse(href, origin)) return null;
    const url = new URL(href, origin);
    if (url.origin !== origin || url.username !== '' || url.password !== '') return null;
    // Dots and slashes written as escapes or resolved away could make the checked path another one than the opened.
    if (!href.startsWith(url.pathname) || /%2f|%5c|%2e|\/\//i.test(url.pathname)) return null;
    if (EXEMPT_PATHS.has(url.pathname) || !isKnownPath(url.pathname)) return null;
    return url.pathname + url.search + url.hash;
  };
  return {
    accept,
    remember(href) {
      const route = accept(href);
      if (route !== null) storage.setItem(ROUTE_MEMORY_KEY, route);
    },
    recall: () => accept(storage.getItem(ROUTE_MEMORY_KEY)) ?? '/',
  };
}
