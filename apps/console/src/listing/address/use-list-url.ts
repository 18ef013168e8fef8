import { PAGE_SIZES } from '@backcounter/domain';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { CountedList, ListDefinition } from '../list-definition.ts';
import {
  decodeListUrl,
  encodeListUrl,
  type ListState,
  type ListUrlProblem,
  type ListUrlShape,
  PANEL_KEYS,
} from './list-url.ts';

export interface ListUrl {
  readonly state: ListState;
  readonly problems: readonly ListUrlProblem[];
  /** The URL has no parameters except for a saved view. */
  readonly isBare: boolean;
  readonly href: string;
  /** Tab of the record that contains the list, kept in links to the list. Null for a list that is the page. */
  readonly tab: string | null;
  /** Key of the history entry: each step back has its own offset. */
  readonly entry: string;
  /** Navigates to a state; `replace` for a step that needs no history entry. */
  readonly go: (next: ListState, how?: { readonly replace?: boolean }) => void;
}

/** Allowed parameters in the URL of a list. */
export function urlShapeOf({
  filters,
  sorts,
  columns,
  kinds = [],
}: Omit<CountedList, 'name' | 'source'>): ListUrlShape {
  return {
    filters: Object.fromEntries(filters.map(({ key, shape }) => [key, shape])),
    sorts: Object.keys(sorts),
    columns: columns.map(({ key }) => key),
    sizes: PAGE_SIZES,
    kinds,
  };
}

/** The state of a list, read from the URL and written to it. */
export function useListUrl<Row>(definition: ListDefinition<Row>): ListUrl {
  const router = useRouter();
  const location = useLocation();
  const { searchStr, pathname } = location;
  const { state, problems } = useMemo(
    () => decodeListUrl(new URLSearchParams(searchStr), urlShapeOf(definition)),
    [searchStr, definition],
  );
  const isBare = useMemo(() => {
    const silent: readonly string[] = ['view', ...PANEL_KEYS];
    return [...new URLSearchParams(searchStr).keys()].every((key) => silent.includes(key));
  }, [searchStr]);
  const go = useCallback<ListUrl['go']>(
    (next, { replace = false } = {}) => {
      const params = new URLSearchParams(encodeListUrl(next));
      const present = new URLSearchParams(searchStr);
      for (const key of PANEL_KEYS) for (const value of present.getAll(key)) params.set(key, value);
      const search = params.toString();
      // The router's types know the routes of the app, which this room may not import.
      void router.navigate({ href: search ? `${pathname}?${search}` : pathname, replace, resetScroll: false });
    },
    [router, pathname, searchStr],
  );
  return {
    state,
    problems,
    isBare,
    href: `${pathname}${searchStr}`,
    tab: new URLSearchParams(searchStr).get('tab'),
    entry: location.state.__TSR_key ?? pathname,
    go,
  };
}
