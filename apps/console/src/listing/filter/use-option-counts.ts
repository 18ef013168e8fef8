import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import type { ListState } from '../address/list-url.ts';
import type { ListDefinition, ListFilter } from '../list-definition.ts';
import { listGroupsQuery } from './filter-groups.operations.ts';

/** The list in which the rows of each option are counted. */
export type CountedRows = Pick<ListDefinition<never>, 'capability' | 'filterInput'>;

const COUNTS_FRESH_MS = 30_000;

/** Rows by option under the other filters; null while they are counted, or if there are too many to count. */
export function useOptionCounts(
  { capability, filterInput }: CountedRows,
  { key, shape }: ListFilter,
  { filters, search }: ListState,
): ReadonlyMap<string, number> | null {
  const { [key]: _own, ...others } = filters;
  const question = { list: capability, by: key, filter: filterInput(others), search: search.trim() || null };
  const { data } = useQuery({
    queryKey: ['filter-groups', question],
    enabled: shape === 'set',
    staleTime: COUNTS_FRESH_MS,
    // Options can also be chosen without counts.
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => (await load(listGroupsQuery, question, signal)).listGroups ?? null,
  });
  return data ? new Map(data.map(({ value, rows }) => [value, rows])) : null;
}
