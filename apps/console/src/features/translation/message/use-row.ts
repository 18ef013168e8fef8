import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { ListPageData } from '../../../listing/list-definition.ts';

/** A loaded row of a list; null if it is not loaded. */
export function useRow<Row extends { readonly id: string }>(list: string, id: string): Row | null {
  const queryClient = useQueryClient();
  const follow = useCallback((changed: () => void) => queryClient.getQueryCache().subscribe(changed), [queryClient]);
  return useSyncExternalStore(
    follow,
    () =>
      queryClient
        .getQueriesData<ListPageData<Row>>({ queryKey: ['list', list] })
        .flatMap(([, page]) => page?.rows ?? [])
        .findLast((row) => row.id === id) ?? null,
  );
}
