import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, ErrorPanel, Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { errorKeyOf } from '../lib/api/error-text.ts';
import { useReference } from '../lib/record/reference.ts';
import type { ListState } from './address/list-url.ts';
import { gridTemplate } from './columns/column-layout.ts';
import styles from './grid/list-grid.module.css';
import { countFigure, type ListCount } from './list-count.ts';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import { mostRestrictive } from './use-list-data.ts';

const SKELETON_ROWS = 12;
const SKELETON_SHARES = ['62%', '48%', '74%', '55%', '68%'];

/** Skeleton rows at their real widths; invisible for the first 150 ms. */
export function ListSkeleton<Row>(props: {
  readonly columns: readonly ListColumn<Row>[];
  readonly widths: Readonly<Record<string, number>>;
  readonly rowHeight: number;
}) {
  const { t } = useMessages();
  const { template } = gridTemplate(
    props.columns,
    props.columns.map(({ key }) => key),
    props.widths,
  );
  const style = { '--bc-columns': template, '--bc-row': `${props.rowHeight}px` } as CSSProperties;
  const rows = Array.from({ length: SKELETON_ROWS }, (_each, index) => index);
  return (
    <div className={styles['pending']} style={style} role="status" aria-label={t('common.place.loading')}>
      <div className={styles['header']} />
      {rows.map((row) => (
        <div key={row} className={styles['skeleton']}>
          {props.columns.map((column, index) => (
            <Skeleton key={column.key} width={SKELETON_SHARES[(row + index) % SKELETON_SHARES.length] ?? '60%'} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Error state of a list; the rest of the page remains usable. */
export function ListFailure(props: {
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
  readonly onReset: () => void;
}) {
  const { t } = useMessages();
  const reference = useReference(props.error);
  return (
    <ErrorPanel
      title={t('listing.failed.title')}
      body={t(errorKeyOf(props.error))}
      retry={{ label: t('common.action.retry'), onClick: props.onRetry, isBusy: props.isBusy }}
      {...(reference ? { reference } : {})}
    >
      <Button onClick={props.onReset}>{t('listing.view.reset')}</Button>
    </ErrorPanel>
  );
}

/** No matches: active filters and search, and the filter whose removal would match most. */
export function NoMatch<Row>(props: {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  /** Keys that the person may search by. */
  readonly searches: ReadonlySet<string>;
  readonly onDrop: (key: string) => void;
  readonly onClear: () => void;
}) {
  const { definition, state } = props;
  const { t, locale } = useMessages();
  const best = useQuery({
    queryKey: ['list-count', definition.name, 'without', state.filters, state.search, definition.scope ?? null],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => mostRestrictive(definition, state, signal),
    retry: false,
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
