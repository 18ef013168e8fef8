'use client';

import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import type { OnlineEntry, Presence, PresenceLink, Unsubscribe } from './presence.port.ts';
import { IDLE_LINK, PresenceViews } from './presence-views.ts';

interface PresenceContextValue {
  readonly presence: Presence;
  readonly views: PresenceViews;
}

const PresenceContext = createContext<PresenceContextValue | null>(null);
const NOTHING: Unsubscribe = () => undefined;

/**
 * Provides a `Presence` to its children; null until its code is loaded, and all values are unknown. Components share
 * subscriptions: a hundred rows cost as many requests as one.
 */
export function PresenceProvider(props: {
  readonly presence: Presence | null;
  readonly children?: ReactNode;
}): ReactElement {
  const { presence } = props;
  const value = useMemo(
    () => (presence === null ? null : { presence, views: new PresenceViews(presence) }),
    [presence],
  );
  useEffect(() => value?.views.start(), [value]);
  return createElement(PresenceContext.Provider, { value }, props.children);
}

/** The `Presence` itself, for sign-in and event handlers; null until there is one. */
export function usePresence(): Presence | null {
  return useContext(PresenceContext)?.presence ?? null;
}

/** Accounts online; null while unknown. */
export function useOnlineCount(): number | null {
  const views = useContext(PresenceContext)?.views;
  return useSyncExternalStore(
    useCallback((listener) => views?.subscribeCount(listener) ?? NOTHING, [views]),
    () => views?.count() ?? null,
    () => null,
  );
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Accounts online in these stores; a store is missing while its count is unknown. The map is the same one until a count changes. */
export function useOnlineByStore(storeSids: readonly string[]): ReadonlyMap<string, number> {
  const views = useContext(PresenceContext)?.views;
  const wanted = [...new Set(storeSids)].sort().join('\n');
  const last = useRef(NO_COUNTS);
  return useSyncExternalStore(
    useCallback(
      (listener) => {
        const ends = wanted === '' ? [] : wanted.split('\n').map((sid) => views?.stores.subscribe(sid, listener));
        return () => {
          for (const end of ends) end?.();
        };
      },
      [views, wanted],
    ),
    () => {
      const counts = views?.storeCounts(storeSids) ?? NO_COUNTS;
      if (!isSame(counts, last.current)) last.current = counts;
      return last.current;
    },
    () => NO_COUNTS,
  );
}

function isSame(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  return one.size === other.size && [...one].every(([sid, count]) => other.get(sid) === count);
}

/** Where an account is online: null when it is not, undefined while unknown and for a null id. */
export function useOnlineEntry(firebaseId: string | null): OnlineEntry | null | undefined {
  const views = useContext(PresenceContext)?.views;
  return useSyncExternalStore(
    useCallback(
      (listener) => (firebaseId === null ? NOTHING : (views?.entries.subscribe(firebaseId, listener) ?? NOTHING)),
      [views, firebaseId],
    ),
    () => (firebaseId === null ? undefined : views?.entries.get(firebaseId)),
    () => undefined,
  );
}

/**
 * URL of an account's picture, for an `img`; null while unknown and without a picture: show initials then. Shared by
 * all components that show it, and renewed before it expires. A failure is only logged, and retried after a while.
 */
export function usePictureUrl(firebaseId: string | null): string | null {
  const views = useContext(PresenceContext)?.views;
  return useSyncExternalStore(
    useCallback(
      (listener) => (firebaseId === null ? NOTHING : (views?.pictures.subscribe(firebaseId, listener) ?? NOTHING)),
      [views, firebaseId],
    ),
    () => (firebaseId === null ? null : (views?.pictures.get(firebaseId) ?? null)),
    () => null,
  );
}

/** A function that requests an account's picture again, after it was changed or removed here. */
export function usePictureRenewal(): (firebaseId: string) => void {
  const views = useContext(PresenceContext)?.views;
  return useCallback((firebaseId) => views?.pictures.renew(firebaseId), [views]);
}

/** State of the link to the realtime backend; `idle` until there is one. Values may be stale while it is `lost`. */
export function usePresenceLink(): PresenceLink {
  const views = useContext(PresenceContext)?.views;
  return useSyncExternalStore(
    useCallback((listener) => views?.subscribeLink(listener) ?? NOTHING, [views]),
    () => views?.link() ?? IDLE_LINK,
    () => IDLE_LINK,
  );
}
