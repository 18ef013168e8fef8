import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useSyncExternalStore } from 'react';
import type { ListPageData } from '../../listing/list-definition.ts';
import { OPEN_ROW } from './giveaway.entity.ts';

/** The row that is open beside a list, named in the URL and found in the list. */
export function useRowInPanel<Row>(list: string, idOf: (row: Row) => string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const open = params.get(OPEN_ROW) || null;
  const follow = useCallback((changed: () => void) => queryClient.getQueryCache().subscribe(changed), [queryClient]);
  const row = useSyncExternalStore(follow, () =>
    open === null
      ? undefined
      : queryClient
          .getQueriesData<ListPageData<Row>>({ queryKey: ['list', list] })
          .flatMap(([, page]) => page?.rows ?? [])
          .findLast((each) => idOf(each) === open),
  );
  return {
    pathname,
    row: row ?? null,
    close: () => {
      params.delete(OPEN_ROW);
      const href = params.size > 0 ? `${pathname}?${params}` : pathname;
      void router.navigate({ href, replace: true, resetScroll: false });
    },
  };
}
