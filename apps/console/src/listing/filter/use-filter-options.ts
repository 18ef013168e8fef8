import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import type { ListState } from '../address/list-url.ts';
import type { FilterOption, ListFilter } from '../list-definition.ts';

const OPTIONS_FRESH_MS = 5 * 60_000;

/** The options of a filter with their labels; undefined while they are loading. */
export function useFilterOptions(list: string, filter: ListFilter, state: ListState, isWanted: boolean) {
  const formats = useMessages();
  const { options, dependsOn } = filter;
  const dependency = dependsOn === undefined ? null : (state.filters[dependsOn] ?? null);
  const query = useQuery({
    queryKey: ['filter-options', list, filter.key, formats.locale, dependency],
    queryFn: ({ signal }): Promise<readonly FilterOption[]> =>
      options ? options({ ...formats, filters: state.filters, signal }) : Promise.resolve([]),
    enabled: isWanted && options !== undefined,
    staleTime: OPTIONS_FRESH_MS,
  });
  return query;
}
