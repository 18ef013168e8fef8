import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { bestEffort } from '../../lib/page/best-effort.ts';
import { NO_VIEW, restrict } from '../address/list-url.ts';
import { urlShapeOf } from '../address/use-list-url.ts';
import type { ListCount } from '../list-count.ts';
import type { CountedList } from '../list-definition.ts';
import type { ListQuery } from '../list-query.ts';
import { countQuery } from '../use-list-data.ts';
import { type SavedView, stateOfView } from './saved-view-state.ts';

/** Time for counts per round; the remaining views are counted in the next one. */
const BUDGET_MS = 500;
const FRESH_MS = 60_000;

/** Number of rows of each view, by its id; the plain list under `all`. */
export type ViewCounts = Readonly<Record<string, ListCount>>;

/** The views to count, and the person's permissions. */
export interface ViewCounting {
  readonly definition: CountedList;
  readonly allowed: Parameters<typeof restrict>[1];
  /** When the list itself was counted: its count comes first, and a newer one invalidates the others. */
  readonly countedAt: string;
}

interface SavedViewCountsProps extends ViewCounting {
  readonly views: readonly SavedView[];
  readonly onCounts: (counts: ViewCounts) => void;
}

/**
 * Counts the views after the list has loaded: one after another, within a time limit, and updated together so that the
 * tabs shift once.
 */
export function SavedViewCounts({ definition, allowed, countedAt, views, onCounts }: SavedViewCountsProps) {
  const queryClient = useQueryClient();
  const queries = useMemo(() => queriesOf(definition, allowed, views), [definition, allowed, views]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: count again with the list
  useEffect(() => {
    const leaving = new AbortController();
    void countWithin(queryClient, definition, queries, leaving.signal).then((counts) => {
      if (!leaving.signal.aborted) onCounts(counts);
    });
    return () => leaving.abort();
  }, [queryClient, definition, queries, countedAt, onCounts]);
  return null;
}

/** The query of each view, restricted to what this person may use, as when it is opened. */
function queriesOf(
  definition: CountedList,
  allowed: ViewCounting['allowed'],
  views: readonly SavedView[],
): ReadonlyMap<string, ListQuery> {
  const shape = urlShapeOf(definition);
  const queryOf = (view: SavedView): ListQuery => {
    const { filters, search } = restrict(stateOfView(view, shape).state, allowed).state;
    return { filters, search: search.trim() };
  };
  return new Map([[NO_VIEW, { filters: {}, search: '' }], ...views.map((view) => [view.id, queryOf(view)] as const)]);
}

async function countWithin(
  queryClient: QueryClient,
  definition: CountedList,
  queries: ReadonlyMap<string, ListQuery>,
  signal: AbortSignal,
): Promise<ViewCounts> {
  const counts: Record<string, ListCount> = {};
  const end = performance.now() + BUDGET_MS;
  for (const [id, query] of queries) {
    const question = countQuery(definition, query);
    const known = queryClient.getQueryData<ListCount>(question.queryKey);
    if (known) counts[id] = known;
    if (signal.aborted || document.hidden || performance.now() > end) continue;
    const count = await bestEffort('Counting a view', () =>
      queryClient.fetchQuery({ ...question, staleTime: FRESH_MS }),
    );
    if (count) counts[id] = count;
  }
  return counts;
}
