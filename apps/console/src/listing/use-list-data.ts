import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { load } from '../lib/api/graphql-client.ts';
import { RequestError } from '../lib/api/request-error.ts';
import { nextPosition, pageArguments } from './address/list-position.ts';
import type { ListPosition, ListState } from './address/list-url.ts';
import { listCapabilitiesQuery } from './list.operations.ts';
import type { CountedList, ListDefinition, ListPageData, PageRequest } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';

const CAPABILITIES_FRESH_MS = 10 * 60_000;
const PAGE_FRESH_MS = 5_000;
const PREFETCH_DELAY_MS = 200;

/** Errors that a retry would not change. */
const FINAL_CODES: ReadonlySet<string> = new Set([
  'cursor.invalid',
  'filter.invalid',
  'access.denied',
  'session.expired',
  'session.required',
  'operation.too-complex',
]);

function shouldRetry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof RequestError && FINAL_CODES.has(error.code));
}

/** This person's permissions in a list, as the server publishes them. */
export function useListCapabilities(definition: Pick<ListDefinition<never>, 'capability' | 'sorts'>) {
  const query = useQuery({
    queryKey: ['list-capabilities', definition.capability],
    queryFn: ({ signal }) => load(listCapabilitiesQuery, { list: definition.capability }, signal),
    staleTime: CAPABILITIES_FRESH_MS,
    retry: shouldRetry,
    select: ({ listCapabilities }) => listCapabilities,
  });
  const allowed = useMemo(() => {
    if (!query.data) return null;
    const { sorts, filters, searches, defaultSort } = query.data;
    const serverSorts = new Map(sorts.map((sort) => [sort.key, sort]));
    const sortKeys = Object.entries(definition.sorts).filter(([, server]) => serverSorts.has(server));
    return {
      filters: new Set(filters.map(({ key }) => key)),
      sorts: new Set(sortKeys.map(([key]) => key)),
      dateSorts: new Set(sortKeys.filter(([, server]) => serverSorts.get(server)?.isDate).map(([key]) => key)),
      searches: new Set(searches),
      defaultSort: {
        key: Object.entries(definition.sorts).find(([, server]) => server === defaultSort.key)?.[0] ?? '',
        direction: defaultSort.defaultDirection,
      },
    };
  }, [query.data, definition]);
  return { query, allowed };
}

function pageQuery<Row>(definition: ListDefinition<Row>, state: ListState, size: number, locale: string) {
  const server = state.sort ? definition.sorts[state.sort.key] : undefined;
  const asked: PageRequest = {
    filters: state.filters,
    search: state.search.trim(),
    sort: state.sort && server ? { key: server, direction: state.sort.direction } : null,
    page: pageArguments(state.position, size),
    locale,
  };
  return {
    queryKey: ['list', definition.name, asked, definition.scope ?? null] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => definition.source.page(asked, signal),
    staleTime: PAGE_FRESH_MS,
    retry: shouldRetry,
  };
}

/** The number of matching rows, under a query key that all callers share. */
export function countQuery(definition: CountedList, { filters, search }: ListQuery) {
  return {
    queryKey: ['list-count', definition.name, filters, search, definition.scope ?? null] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => definition.source.count({ filters, search }, signal),
  };
}

/**
 * Rows, count and the next page in advance. A new query cancels the previous one down to the database, and the previous
 * rows remain until its answer arrives: the query key decides which answer is shown, so a late one can never replace a
 * newer one.
 */
export function useListData<Row>(options: {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly size: number;
  readonly locale: string;
  /** False until it is known which filters and sorts are allowed. */
  readonly isReady: boolean;
}) {
  const { definition, state, size, locale, isReady } = options;
  const queryClient = useQueryClient();
  const page = useQuery({
    ...pageQuery(definition, state, size, locale),
    enabled: isReady,
    placeholderData: (previous: ListPageData<Row> | undefined) => previous,
  });
  const search = state.search.trim();
  const count = useQuery({
    ...countQuery(definition, { filters: state.filters, search }),
    enabled: isReady,
    staleTime: PAGE_FRESH_MS,
  });
  const next = page.data && !page.isPlaceholderData ? nextPosition(page.data.ends, null, page.data.rows.length) : null;
  const nextCursor = next && 'cursor' in next ? next.cursor : null;
  useEffect(() => {
    if (nextCursor === null) return;
    const timer = setTimeout(() => {
      const position: ListPosition = { kind: 'after', cursor: nextCursor, firstRow: null };
      void queryClient.prefetchQuery(pageQuery(definition, { ...state, position }, size, locale));
    }, PREFETCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [nextCursor, queryClient, definition, state, size, locale]);
  return { page, count };
}

/** After a change of a record: invalidates its lists, which are loaded again when they are next shown. */
export async function refreshLists(queryClient: QueryClient, name: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['list', name] }),
    queryClient.invalidateQueries({ queryKey: ['list-count', name] }),
  ]);
}
