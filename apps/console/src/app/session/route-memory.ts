import type { SafeStore } from '../../lib/settings/local-store.ts';

/** Storage key of the remembered route (specification, section 2). */
export const ROUTE_MEMORY_KEY = 'route-path';

const MAX_LENGTH = 4096;

export interface RouteMemory {
  /** Stores path, query and hash of an opened screen. */
  remember(href: string): void;
  /**
   * The last route of this tab; in a new tab, of the browser. `/` if there is none or it is not a route of this
   * console.
   */
  recall(): string;
  /**
   * The given route if it is a valid return target, else null; one that is too long to store loses query and hash.
   * External text (sign-in state, storage, URL) passes through here.
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

/** Accepts only paths of this origin that are routes: a remembered URL can never lead elsewhere. */
export function createRouteMemory({ tab, browser, origin, isKnownPath }: RouteMemoryOptions): RouteMemory {
  const accept = (href: unknown): string | null => {
    // Browsers strip control characters and treat a backslash as a slash before resolving a URL.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
    if (typeof href !== 'string' || /[\u0000-\u0020\u007f\\]/.test(href)) return null;
    const url = URL.parse(href, origin);
    if (url?.origin !== origin) return null;
    // It must begin with its path: with escaped or resolved dots and slashes, the checked path could differ from the
    // opened one.
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
