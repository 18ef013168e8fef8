import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, Suspense, useDeferredValue, useMemo } from 'react';
import { part } from '../lib/page/part.ts';
import { trails } from './address/list-trail.ts';
import { isKindShown, isNarrowed, type ListState, nextSort, withFilter, withQuery } from './address/list-url.ts';
import { useOpenRow } from './address/use-open-row.ts';
import { useWayBack } from './address/use-way-back.ts';
import { ROW_HEIGHTS } from './columns/list-arrangement.ts';
import type { GridSelection } from './grid/grid-selection.ts';
import { ListGrid } from './grid/list-grid.tsx';
import { useUnfold } from './grid/use-unfold.ts';
import { ariaRowCount } from './list-count.ts';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import { ListFailure, ListSkeleton } from './list-outcomes.tsx';
import styles from './list-page.module.css';
import type { NoMatchProps } from './no-match.tsx';
import type { ListPeekProps } from './peek/list-peek.tsx';
import { usePeek } from './peek/use-peek.ts';
import type { ListPageModel } from './use-list-page.ts';

const NoMatch = part(() => import('./no-match.tsx'), 'NoMatch') as <Row>(props: NoMatchProps<Row>) => ReactNode;
const ListPeek = part(() => import('./peek/list-peek.tsx'), 'ListPeek') as <Row>(
  props: ListPeekProps<Row>,
) => ReactNode;
const OutsideFilters = part(() => import('./outside-filters.tsx'), 'OutsideFilters');

const PHONE_ROW_PX = 64;
/** Space below the last rows for a floating bar. */
const SPACE_BELOW_PX = 64;
const PHONE_SPACE_BELOW_PX = 152;

interface ListBodyProps<Row> {
  readonly definition: ListDefinition<Row>;
  readonly model: ListPageModel<Row>;
  readonly isPhone: boolean;
  readonly isPage: boolean;
  /** Action of the empty state. */
  readonly action: ReactNode;
  /** The record that is open beside the list. */
  readonly openRow: string | null;
  /** Null where rows cannot be selected. */
  readonly selection: GridSelection<Row> | null;
  /** A bar that floats above the last rows. */
  readonly children: ReactNode;
  readonly ref: Ref<HTMLDivElement>;
}

/** The rows, or the empty, loading or error state. */
export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { definition, model, action } = props;
  const { state, setup, capabilities, allowed, page, rows, count, firstRow, error, goTo, url } = model;
  const { preference } = setup;
  const formats = useMessages();
  const { t, dir } = formats;
  const hasPhoneRows = props.isPhone && !preference.isTableOnPhone;
  const shownKeys = model.columnKeys.join('.');
  const matchColumn = useMatchColumn(definition, state);
  const matchSort = matchColumn?.sort;
  const columns = useMemo<readonly ListColumn<Row>[]>(() => {
    if (hasPhoneRows) {
      const { titleKey, phoneRow: render } = definition;
      const phone = { key: 'phone', headerKey: titleKey, width: 240, grows: true, isPinned: true, render };
      // For its marks.
      return [{ ...matchColumn, ...phone }];
    }
    const shown = shownKeys.split('.').flatMap((key) => definition.columns.find((column) => column.key === key) ?? []);
    return matchColumn ? shown.toSpliced(2, 0, matchColumn) : shown;
  }, [definition, hasPhoneRows, shownKeys, matchColumn]);
  const rowHeight = hasPhoneRows ? PHONE_ROW_PX : (definition.rowHeight ?? ROW_HEIGHTS[preference.density]);
  const { scroll, returnedTo } = useWayBack(definition.name, url.entry);
  const { hrefOf, onOpen } = useOpenRow(definition, url, rows);
  const { grid: peek, peeked } = usePeek(definition, rows);
  const unfold = useUnfold(definition, url, hasPhoneRows, rows[0], formats);

  // The first rows render in slices, between which the page takes input.
  const isShown = useDeferredValue(page.data !== undefined);

  const body = () => {
    if (error && !page.data) {
      return (
        <ListFailure
          error={error}
          isBusy={page.isFetching || capabilities.query.isFetching}
          onRetry={() => {
            if (capabilities.query.isError) void capabilities.query.refetch();
            if (page.isError) void page.refetch();
          }}
          onReset={model.resetView}
        />
      );
    }
    if (!page.data || !isShown)
      return <ListSkeleton columns={columns} widths={preference.widths} rowHeight={rowHeight} />;
    if (rows.length === 0 && !page.isPlaceholderData) {
      if (!isNarrowed(state)) {
        const { emptyKey, emptyBodyKey } = definition;
        return <EmptyState title={t(emptyKey)} body={emptyBodyKey && t(emptyBodyKey)} action={action} />;
      }
      return (
        <NoMatch
          definition={definition}
          state={state}
          searches={allowed?.searches ?? NONE}
          onClear={() => goTo(withQuery(state, { filters: {}, search: '' }))}
          onDrop={(key) => goTo(key === 'q' ? withQuery(state, { search: '' }) : withFilter(state, key, null))}
        />
      );
    }
    if (definition.KindView && isKindShown(state.kind, props.isPhone)) {
      return (
        <Suspense>
          <definition.KindView {...{ definition, state, rows, hrefOf, onOpen }} isPhone={props.isPhone} />
        </Suspense>
      );
    }
    return (
      <ListGrid
        label={t(definition.titleKey)}
        columns={columns}
        widths={preference.widths}
        rows={rows}
        rowHeight={rowHeight}
        formats={formats}
        search={state.search}
        isRightToLeft={dir === 'rtl'}
        rowId={definition.rowId}
        rowHref={hrefOf}
        selection={props.selection}
        unfold={unfold}
        spaceBelow={props.children ? (props.isPhone ? PHONE_SPACE_BELOW_PX : SPACE_BELOW_PX) : 0}
        peek={props.isPhone ? null : peek}
        openRow={peeked ? definition.rowId(peeked.row) : props.openRow}
        firstRow={firstRow}
        ariaRowCount={ariaRowCount(count, hasPhoneRows ? 0 : 1)}
        hasHeader={!hasPhoneRows}
        sort={model.sort ?? (matchSort ? { key: matchSort, direction: 'DESC' } : null)}
        sortable={matchSort ? new Set([...(allowed?.sorts ?? NONE), matchSort]) : (allowed?.sorts ?? NONE)}
        isStale={model.isStale}
        returnedTo={returnedTo}
        initialScroll={scroll}
        onScrollRest={(place) => trails.writeScroll(url.entry, place)}
        onSort={(key) => goTo(withQuery(state, { sort: key === matchSort ? null : nextSort(state.sort, key) }))}
        onResize={(column, width) => setup.change({ widths: { ...preference.widths, [column]: width } })}
        onOpen={onOpen}
      />
    );
  };
  return (
    <div className={styles['split']}>
      <div className={styles['space']} ref={props.ref}>
        {body()}
        {error && page.data ? (
          <div className={styles['stale']} role="alert">
            {t('listing.failed.stale')}
            <Button size="sm" onClick={() => void page.refetch()} loading={page.isFetching}>
              {t('common.action.retry')}
            </Button>
          </div>
        ) : null}
        {state.search.trim() !== '' && Object.keys(state.filters).length > 0 && rows.length > 0 && count ? (
          <OutsideFilters
            definition={definition}
            search={state.search}
            count={count}
            onShow={() => goTo(withQuery(state, { filters: {} }))}
          />
        ) : null}
        {props.children}
      </div>
      {peeked ? (
        <ListPeek
          definition={definition}
          peeked={peeked}
          href={hrefOf(peeked.row)}
          place={firstRow === null ? null : firstRow + rows.indexOf(peeked.row)}
          count={count}
          isPage={props.isPage}
          isSelectable={props.selection !== null}
          onOpen={() => onOpen(peeked.row, false)}
          onClose={peek.onClose}
        />
      ) : null}
    </div>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The column that says why rows match; null without a search, and until it has loaded. A pasted list sets its own. */
function useMatchColumn<Row>(
  { name, matchColumn }: ListDefinition<Row>,
  { search, filters: { pasted } }: ListState,
): ListColumn<Row> | null {
  const id = search === '' && pasted?.kind === 'set' ? pasted.values[0] : undefined;
  const { data } = useQuery({
    queryKey: ['match-column', name, id],
    queryFn: () => matchColumn?.() ?? null,
    enabled: matchColumn !== undefined && search !== '',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorsShown: 'elsewhere' },
  });
  return search === '' && !id ? null : (data ?? null);
}
