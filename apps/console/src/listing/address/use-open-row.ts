import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { ListDefinition } from '../list-definition.ts';
import { trails } from './list-trail.ts';
import type { ListUrl } from './use-list-url.ts';

/** Targets of rows, and the navigation to them, which remembers the way back. */
export function useOpenRow<Row>(definition: ListDefinition<Row>, url: ListUrl, rows: readonly Row[]) {
  const router = useRouter();
  const hrefOf = (row: Row) => definition.rowHref(row, new URL(url.href, window.location.origin).searchParams);
  const open = (row: Row, inNewTab: boolean) => {
    const href = hrefOf(row);
    trails.writeTrail(definition.name, { href: url.href, ids: rows.map(definition.rowId) });
    if (inNewTab) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    if (!isBeside(href)) trails.writeLeft(definition.name, definition.rowId(row));
    void router.navigate({ href });
  };
  const openRef = useRef(open);
  openRef.current = open;
  return { hrefOf, onOpen: useCallback((row: Row, inNewTab: boolean) => openRef.current(row, inNewTab), []) };
}

/** True for a panel beside the list, which does not change the list. */
function isBeside(href: string): boolean {
  return new URL(href, window.location.origin).pathname === window.location.pathname;
}
