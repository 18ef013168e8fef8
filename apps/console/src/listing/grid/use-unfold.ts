import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ListUrl } from '../address/use-list-url.ts';
import type { CellFormats, ListDefinition } from '../list-definition.ts';
import type { GridUnfold } from './grid-detail.tsx';

/** Parameter of the expanded row. */
const OPEN_KEY = 'open';

/** The expanded row, from the URL; null where rows of the list can't be expanded. */
export function useUnfold<Row>(
  { detail: Detail, rowId, rowLabel, rowHref }: ListDefinition<Row>,
  url: ListUrl,
  isPhone: boolean,
  first: Row | undefined,
  formats: CellFormats,
): GridUnfold<Row> | null {
  const router = useRouter();
  const { pathname, searchParams } = new URL(url.href, window.location.origin);
  // On a phone, a row without another target is its own toggle.
  const hasToggles =
    !isPhone || (first !== undefined && !rowHref(first, new URLSearchParams()).startsWith(`${pathname}?`));
  const query = searchParams.toString();
  return useMemo(() => {
    if (!Detail) return null;
    const opened = new URLSearchParams(query).get(OPEN_KEY) || null;
    return {
      opened,
      Detail,
      hasToggles,
      labelOf: (row) => formats.t('listing.detail.toggle', { name: rowLabel(row, formats) }),
      toggle: (row) => {
        const next = new URLSearchParams(query);
        if (opened === rowId(row)) next.delete(OPEN_KEY);
        else next.set(OPEN_KEY, rowId(row));
        void router.navigate({
          href: next.size > 0 ? `${pathname}?${next}` : pathname,
          replace: true,
          resetScroll: false,
        });
      },
    };
  }, [Detail, rowId, rowLabel, pathname, query, hasToggles, formats, router]);
}
