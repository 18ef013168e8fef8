import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListState } from './address/list-url.ts';
import { countFigure, type ListCount } from './list-count.ts';
import type { ListDefinition } from './list-definition.ts';

/** Properties of {@link NoMatch}. */
export interface NoMatchProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  /** Keys that the person may search by. */
  readonly searches: ReadonlySet<string>;
  readonly onDrop: (key: string) => void;
  readonly onClear: () => void;
}

/** No matches: active filters and search, and the filter whose removal would match most. */
export function NoMatch<Row>(props: NoMatchProps<Row>) {
  const { definition, state } = props;
  const { t, locale } = useMessages();
  const best = useQuery({
    queryKey: ['list-count', definition.name, 'without', state.filters, state.search, definition.scope ?? null],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => mostRestrictive(definition, state, signal),
  });
  const narrowing = Object.keys(state.filters).length + (state.search.trim() === '' ? 0 : 1);
  const filter = definition.filters.find(({ key }) => key === best.data?.key);
  const offer = best.data && narrowing > 1 ? best.data : null;
  const results = (count: ListCount) => ({ count: count.value, figure: countFigure(count, locale) });
  const text = state.search.trim();
  const help = text === '' ? null : definition.searchHelpKey?.(text, props.searches);
  const body = () => {
    if (text === '') return t('listing.no-match.filters');
    return t(narrowing > 1 ? 'listing.no-match.search-and-filters' : 'listing.no-match.search', { text });
  };
  return (
    <EmptyState
      title={t('listing.no-match.title')}
      body={help ? `${body()} ${t(help)}` : body()}
      action={
        <>
          {offer ? (
            <Button onClick={() => props.onDrop(offer.key)}>
              {filter
                ? t('listing.no-match.drop', { ...results(offer.count), filter: t(filter.labelKey) })
                : t('listing.no-match.drop-search', results(offer.count))}
            </Button>
          ) : null}
          <Button onClick={props.onClear}>{t('listing.filter.clear-all')}</Button>
        </>
      }
    />
  );
}

/**
 * The filter that excludes most rows, and the number that would match without it. Null when removing one would not
 * help.
 */
async function mostRestrictive<Row>(
  definition: ListDefinition<Row>,
  state: ListState,
  signal: AbortSignal,
): Promise<{
  readonly key: string;
  readonly count: Awaited<ReturnType<ListDefinition<Row>['source']['count']>>;
} | null> {
  const search = state.search.trim();
  const without = Object.keys(state.filters).map(async (key) => {
    const { [key]: _left, ...filters } = state.filters;
    return { key, count: await definition.source.count({ filters, search }, signal) };
  });
  if (search !== '') {
    without.push(
      definition.source.count({ filters: state.filters, search: '' }, signal).then((count) => ({ key: 'q', count })),
    );
  }
  const counted = (await Promise.allSettled(without)).flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  const best = counted.sort((a, b) => b.count.value - a.count.value)[0];
  return best && best.count.value > 0 ? best : null;
}
