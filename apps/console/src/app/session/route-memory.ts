import type { SafeStore } from '../../lib/settings/local-store.ts';

/** Storage key of the remembered route (specification, section 2). */
export const ROUTE_MEMORY_KEY = 'route-path';

const MAX_LENGTH = 4096;

export interface RouteMemory {
  /** Saves path, query and hash of a screen that was opened. */
  remember(href: string): void;
  /** The last route of this tab; in a new tab, of the browser. `/` when there is none or it is not a route of this console. */
  recall(): string;
  /**
   * The given route if it is one to return to, else null; one that is too long to keep loses query and hash. Text from outside (sign-in state,
   * storage, address bar) passes through here.
   */
  accept(href: unknown): string | null;
}

interface RouteMemoryOptions {
  /** Session storage: each tab returns to its own route. */
  readonly tab: SafeStore;
  /** Local storage, for tabs that have no route yet. */
  readonly browser: SafeStore;
  readonly origin: string;
  readonly isKnownPath: (pathname: string) => boolean;
}

/** Only paths of this origin that are routes: a remembered address can never lead elsewhere. */
export function createRouteMemory({ tab, browser, origin, isKnownPath }: RouteMemoryOptions): RouteMemory {
  const accept = (href: unknown): string | null => {
    // A browser strips control characters and reads a backslash as a slash before it resolves an address.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (typeof href !== 'string' || /[\u0000-\u0020\u007f\\]/.test(href)) return null;
    const url = URL.parse(href, origin);
    if (url?.origin !== origin) return null;
    // It has to begin with its path. Dots and slashes written as escapes or resolved away could make the checked path another one than the opened.
    if (!href.startsWith(url.pathname) || /%2f|%5c|%2e|\/\//i.test(url.pathname)) return null;
    if (url.pathname.length > MAX_LENGTH || !isKnownPath(url.pathname)) return null;
    const route = url.pathname + url.search + url.hash;
    return route.length > MAX_LENGTH ? url.pathname : route;
  };
  return {
    accept,
    remember(href) {
      const route = accept(href);
      if (route === null) return;
      for (const store of [tab, browser]) store.setItem(ROUTE_MEMORY_KEY, route);
    },
    recall: () => accept(tab.getItem(ROUTE_MEMORY_KEY)) ?? accept(browser.getItem(ROUTE_MEMORY_KEY)) ?? '/',
  };
}
