import { TRANSLATION_STATES, type TranslationState } from '@backcounter/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { TranslationRowFragment } from '../../../generated/graphql.ts';
import type { ListDefinition, ListPageData, PageRequest } from '../../../listing/list-definition.ts';
import { OPEN_MESSAGE, TRANSLATION_LISTS } from '../language/use-translation-language.ts';

type Row = TranslationRowFragment;

/** States of texts that need work. */
const NEEDS_WORK: readonly TranslationState[] = TRANSLATION_STATES.filter(
  (state) => state === 'MISSING' || state === 'INVALID' || state === 'STALE',
);
/** Number of rows to search for the next text that needs work, if the page has none. */
const AHEAD = 50;

const needsWork = ({ state }: Row) => NEEDS_WORK.includes(state);

/** The current page of the list. */
interface ShownPage {
  readonly asked: PageRequest;
  readonly data: ListPageData<Row>;
}

/** Steps through texts in the order of the list. Beyond the current page, the list turns to the next one. */
export function useMessageWalk(definition: ListDefinition<Row>, id: string) {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { pathname, searchStr } = useLocation();
  // A saved text may no longer match the list's filter: it keeps its former neighbours.
  const order = useRef<readonly Row[]>([]);
  const visited = useRef(new Set<string>());

  const shown = (): ShownPage | null => {
    const [query] = queryClient
      .getQueryCache()
      .findAll({ queryKey: ['list', TRANSLATION_LISTS.messages], type: 'active' });
    const data = query?.state.data as ListPageData<Row> | undefined;
    return query && data ? { asked: query.queryKey[2] as PageRequest, data } : null;
  };
  const rowsAround = (): readonly Row[] => {
    const rows = shown()?.data.rows ?? [];
    if (rows.some((row) => row.id === id)) order.current = rows;
    return order.current;
  };
  const open = (next: string, change: (params: URLSearchParams) => void = () => undefined) => {
    const params = new URLSearchParams(searchStr);
    change(params);
    params.set(OPEN_MESSAGE, next);
    void router.navigate({ href: `${pathname}?${params}`, replace: true, resetScroll: false });
  };
  const turn = async (by: 1 | -1): Promise<boolean> => {
    const page = shown();
    if (!page) return false;
    const { ends } = page.data;
    const cursor = by === 1 ? ends.endCursor : ends.startCursor;
    if (!cursor || !(by === 1 ? ends.hasNextPage : ends.hasPreviousPage)) return false;
    const size = page.asked.page.first ?? page.asked.page.last ?? AHEAD;
    const where = by === 1 ? { first: size, after: cursor } : { last: size, before: cursor };
    const { rows } = await definition.source.page({ ...page.asked, page: where }, new AbortController().signal);
    const next = by === 1 ? rows[0] : rows.at(-1);
    if (!next) return false;
    open(next.id, (params) => {
      for (const key of ['after', 'before', 'from', 'at']) params.delete(key);
      params.set(by === 1 ? 'after' : 'before', cursor);
    });
    return true;
  };

  return {
    /** Returns false if there is no further text in that direction. */
    async step(by: 1 | -1): Promise<boolean> {
      const rows = rowsAround();
      const at = rows.findIndex((row) => row.id === id);
      const next = at < 0 ? rows[0] : rows[at + by];
      if (!next) return turn(by);
      open(next.id);
      return true;
    },
    /**
     * Opens the next text that needs work, from the start again after the end; returns false if only visited ones are
     * left.
     */
    async onward(): Promise<boolean> {
      visited.current.add(id);
      const isLeft = (row: Row) => row.id !== id && needsWork(row) && !visited.current.has(row.id);
      const rows = rowsAround();
      const near = rows.slice(rows.findIndex((row) => row.id === id) + 1).find(isLeft);
      if (near) {
        open(near.id);
        return true;
      }
      const page = shown();
      if (!page) return false;
      const filters = { ...page.asked.filters, state: { kind: 'set', mode: 'in', values: NEEDS_WORK } } as const;
      const asked = { ...page.asked, filters, page: { first: AHEAD + visited.current.size } };
      const far = await definition.source.page(asked, new AbortController().signal);
      const next = far.rows.find(isLeft);
      if (next) open(next.id);
      return next !== undefined;
    },
  };
}
