import type { ListCount } from '../list-count.ts';
import type { ListPosition } from './list-url.ts';

/** Page information of an answer. */
export interface PageEnds {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly startCursor?: string | null;
  readonly endCursor?: string | null;
}

/** The arguments of a connection that fetch the page at a position. */
export interface PageArguments {
  readonly first?: number;
  readonly after?: string;
  readonly last?: number;
  readonly before?: string;
  readonly startAt?: { readonly date: string };
}

/** Converts a position to connection arguments. Keyset pagination only; there is no offset. */
export function pageArguments(position: ListPosition, size: number): PageArguments {
  switch (position.kind) {
    case 'first':
      return { first: size };
    case 'last':
      return { last: size };
    case 'after':
      return { first: size, after: position.cursor };
    case 'before':
      return { last: size, before: position.cursor };
    case 'date':
      return { first: size, startAt: { date: position.instant } };
  }
}

/** The absolute number (from 1) of the page's first row, or null if unknown without counting. */
export function firstRowOf(
  position: ListPosition,
  rows: number,
  ends: PageEnds | undefined,
  count: ListCount | undefined,
): number | null {
  if (ends && !ends.hasPreviousPage) return 1;
  if (position.kind === 'first') return 1;
  if (position.kind === 'after' || position.kind === 'before') {
    if (position.firstRow !== null) return position.firstRow;
  }
  const isAtEnd = position.kind === 'last' || ends?.hasNextPage === false;
  return isAtEnd && count?.kind === 'EXACT' && rows > 0 ? Math.max(1, count.value - rows + 1) : null;
}

/** Target of "Next"; null on the last page. */
export function nextPosition(ends: PageEnds, firstRow: number | null, rows: number): ListPosition | null {
  if (!ends.hasNextPage || !ends.endCursor) return null;
  return { kind: 'after', cursor: ends.endCursor, firstRow: firstRow === null ? null : firstRow + rows };
}

/** Target of "Previous"; null on the first page. The page before the second is the first: it needs no cursor. */
export function previousPosition(ends: PageEnds, firstRow: number | null, size: number): ListPosition | null {
  if (!ends.hasPreviousPage || !ends.startCursor) return null;
  if (firstRow !== null && firstRow - size <= 1) return { kind: 'first' };
  return { kind: 'before', cursor: ends.startCursor, firstRow: firstRow === null ? null : firstRow - size };
}
