import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconArrowsSort } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { PageHeader } from '../lib/page-header.tsx';
import { RequestError } from '../lib/request-error.ts';
import { toasts } from '../lib/toasts.ts';
import { defaultColumns, isSameColumns, visibleColumns } from './column-layout.ts';
import { FilterBar } from './filter-bar.tsx';
import { ROW_HEIGHTS } from './list-arrangement.ts';
import { ariaRowCount } from './list-count.ts';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import { ListFoot } from './list-foot.tsx';
import { ListGrid } from './list-grid.tsx';
import { CountNote, ListActions } from './list-head.tsx';
import { ListFailure, ListNotices, ListSkeleton, NoMatch } from './list-outcomes.tsx';
import { firstRowOf, nextPosition, previousPosition } from './list-position.ts';
import { useListPreference } from './list-preference.ts';
import { ListSearch } from './list-search.tsx';
import {
  encodeListUrl,
  isNarrowed,
  type ListState,
  type ListUrlProblem,
  nextSort,
  restrict,
  withFilter,
  withQuery,
} from './list-state.ts';
import { trails } from './list-trail.ts';
import { PhoneSort } from './phone-sort.tsx';
import { SavedViews } from './saved-views.tsx';
import { refreshLists, useListCapabilities, useListData } from './use-list-data.ts';
import { useListUrl } from './use-list-url.ts';
import { isRearranged, isViewModified, useSavedViews, type ViewNotice } from './use-saved-views.ts';
import { useWayBack } from './use-way-back.ts';
import './list-page.css';

const ListNews = lazy(() => import('./list-news.tsx').then((module) => ({ default: module.ListNews })));
const FilterDrawer = lazy(() => import('./filter-drawer.tsx').then((module) => ({ default: module.FilterDrawer })));

const PHONE_ROW_PX = 64;

/** Properties of {@link ListPage}. */
export interface ListPageProps<Row> {
  readonly definition: ListDefinition<Row>;
  /** What one can do here, at the end of the header and in the empty list. */
  readonly action?: ReactNode;
  /** The record that is open beside the list; its row is lit. */
  readonly openRow?: string | null;
}

/** A list: its definition says what it shows, the address which rows, the person's preference how. */
export function ListPage<Row>({ definition, action, openRow = null }: ListPageProps<Row>) {
  const { t, locale, timeZone, dir } = useMessages();
  const formats = useMemo(() => ({ t, locale, timeZone }), [t, locale, timeZone]);
  const router = useRouter();
  const queryClient = useQueryClient();
  const isPhone = useMediaQuery('(max-width: 37.4375em)', false, { getInitialValueInEffect: false }) ?? false;
  const url = useListUrl(definition);
  const setup = useListPreference(definition.name, definition.capability, url.state.view);
  const { preference, isKnown, change } = setup;
  const capabilities = useListCapabilities(definition);
  const { allowed } = capabilities;
  const restricted = useMemo(
    () => (allowed ? restrict(url.state, allowed) : { state: url.state, problems: [] }),
    [url.state, allowed],
  );
  const { state } = restricted;
  const size = state.size ?? preference.size ?? LIMITS.pageSizeDefault;
  const [notice, setNotice] = useState<{ message: string; problems: readonly ListUrlProblem[] } | null>(null);
  const noticeView = useCallback(
    ({ view, problems }: ViewNotice) =>
      setNotice({
        message: view ? t('listing.views.partly', { name: view.name }) : t('listing.views.missing'),
        problems,
      }),
    [t],
  );
  const saved = useSavedViews(definition, url, setup, noticeView);
  const { current } = saved;
  // A plain first page needs nobody's permission; whatever narrows or sorts waits for what is allowed.
  const isPlain = Object.keys(url.state.filters).length === 0 && url.state.sort === null;
  const { page, count } = useListData({
    definition,
    state,
    size,
    locale,
    isReady: (allowed !== null || isPlain) && (isKnown || state.size !== null) && !saved.isOpening,
  });

  const [dismissed, setDismissed] = useState<string | null>(null);
  const goTo = (next: ListState, how?: { readonly replace?: boolean }) => {
    setNotice(null);
    url.go(saved.settle(next), how);
  };
  const problems = useMemo(() => [...url.problems, ...restricted.problems], [url.problems, restricted.problems]);
  const isCursorInvalid = page.error instanceof RequestError && page.error.code === 'cursor.invalid';
  useEffect(() => {
    if (!isCursorInvalid) return;
    // What else was wrong with the address leaves it together with the cursor; it is said all the same.
    setNotice({ message: t('error.cursor.invalid'), problems });
    url.go({ ...state, position: { kind: 'first' } }, { replace: true });
  }, [isCursorInvalid, url.go, state, problems, t]);

  const columnKeys = visibleColumns(definition.columns, state.columns, current ? null : preference.columns);
  const isDefaultColumns = isSameColumns(columnKeys, defaultColumns(definition.columns));
  const shownKeys = columnKeys.join('.');
  const arrangement = isDefaultColumns ? null : shownKeys;
  useEffect(() => {
    // The address says which columns are on screen, so that a colleague who opens it sees the same.
    const columns = arrangement?.split('.') ?? null;
    if (!isKnown || saved.isOpening || columns === null || state.columns !== null) return;
    url.go({ ...url.state, columns }, { replace: true });
  }, [arrangement, isKnown, saved.isOpening, state.columns, url.go, url.state]);

  const hasPhoneRows = isPhone && !preference.isTableOnPhone;
  const columns = useMemo<readonly ListColumn<Row>[]>(() => {
    if (hasPhoneRows) {
      const render = definition.phoneRow;
      return [{ key: 'phone', headerKey: definition.titleKey, width: 280, grows: true, isPinned: true, render }];
    }
    return shownKeys.split('.').flatMap((key) => definition.columns.find((column) => column.key === key) ?? []);
  }, [definition, hasPhoneRows, shownKeys]);

  const rows = page.data?.rows ?? [];
  const ends = page.data?.ends;
  const firstRow = firstRowOf(state.position, rows.length, ends, count.data);
  const isStale = page.isPlaceholderData || (page.isFetching && !page.isPending && page.isRefetchError);

  const { scroll, returnedTo } = useWayBack(definition.name, url.entry);
  const rowIds = rows.map(definition.rowId);
  const hrefOf = (row: Row) => definition.rowHref(row, new URL(url.href, window.location.origin).searchParams);
  const open = (row: Row, inNewTab: boolean) => {
    const href = hrefOf(row);
    trails.writeTrail(definition.name, { href: url.href, ids: rowIds });
    if (inNewTab) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    if (!isBeside(href)) trails.writeLeft(definition.name, definition.rowId(row));
    void router.navigate({ href });
  };
  const openRef = useRef(open);
  openRef.current = open;
  const onOpen = useCallback((row: Row, inNewTab: boolean) => openRef.current(row, inNewTab), []);

  const resetView = () => {
    setup.reset();
    goTo(current ? saved.stateOf({ ...current, own: null }) : saved.stateOf(null));
  };
  const copyLink = async () => {
    const search = new URLSearchParams(
      encodeListUrl({ ...state, size: size === LIMITS.pageSizeDefault ? null : size }),
    );
    const text = `${window.location.origin}${window.location.pathname}${search.size > 0 ? `?${search}` : ''}`;
    await navigator.clipboard.writeText(text);
    toasts.show({ type: 'info', message: t('listing.view.link-copied') });
  };
  const setColumns = (next: readonly string[]) => {
    const isDefault = isSameColumns(next, defaultColumns(definition.columns));
    change({ columns: isDefault ? null : [...next] });
    goTo({ ...state, columns: isDefault ? null : next }, { replace: true });
  };
  const onFilter = (key: string, value: ListState['filters'][string] | null) => goTo(withFilter(state, key, value));
  const clear = () => goTo(withQuery(state, { filters: {}, search: '' }));
  const showNews = () => {
    // Where new rows are: at the beginning of the list's own order.
    goTo({ ...state, sort: null, position: { kind: 'first' } });
    void refreshLists(queryClient, definition.name);
    focusGrid();
  };
  const grid = useRef<HTMLDivElement>(null);
  const focusGrid = () => grid.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();
  const onSort = (key: string) => goTo(withQuery(state, { sort: nextSort(state.sort, key) }));
  // Until it is known what may be used, the chips say what the address asks for.
  const filters = definition.filters.filter(({ key }) => (allowed ? allowed.filters.has(key) : state.filters[key]));
  const shownSort = state.sort ?? (state.search === '' ? (allowed?.defaultSort ?? null) : null);
  const matchKey = page.data?.matchedBy && !page.isPlaceholderData ? definition.matchKey(page.data.matchedBy) : null;
  const [isFiltering, setFiltering] = useState(false);
  const filterCount = Object.keys(state.filters).length;
  const error = page.isError && !isCursorInvalid ? page.error : capabilities.query.error;
  const bar = { list: definition.name, filters, state, onChange: onFilter, onClear: clear };

  const actions = (
    <ListActions
      isPhone={isPhone}
      isTableOnPhone={preference.isTableOnPhone}
      onTableOnPhone={(isTableOnPhone) => change({ isTableOnPhone })}
      onCopyLink={() => void copyLink()}
      onRefresh={() => void refreshLists(queryClient, definition.name)}
      onResetView={resetView}
      chooser={{
        columns: definition.columns,
        visible: columnKeys,
        density: preference.density,
        isChanged: isRearranged(definition, columnKeys, preference, saved.base),
        onColumns: setColumns,
        onDensity: (density) => change({ density }),
        onReset: () => {
          const { columns: savedColumns, widths, density } = saved.base;
          change({ columns: savedColumns, widths, density });
          goTo({ ...state, columns: savedColumns }, { replace: true });
        },
      }}
    />
  );

  const tabs = (
    <SavedViews
      list={definition.capability}
      views={saved.views}
      current={current}
      isModified={isViewModified(definition, state, columnKeys, current)}
      isPhone={isPhone}
      state={state}
      arrangement={{ ...preference, columns: isDefaultColumns ? null : columnKeys }}
      onOpen={(view) => goTo(saved.stateOf(view))}
      onCreated={(id) => goTo({ ...state, view: id })}
      onReset={resetView}
      onCopyLink={() => void copyLink()}
      onSaved={setup.reset}
      onChanged={setup.refresh}
    />
  );

  return (
    <div className="bc-list">
      <PageHeader
        title={t(definition.titleKey)}
        note={isPhone ? null : <CountNote count={count.data} isNarrowed={isNarrowed(state)} />}
        actions={
          isPhone ? (
            action
          ) : (
            <>
              {actions}
              {action}
            </>
          )
        }
      />
      {isPhone ? null : tabs}
      <search className="bc-list-bar">
        <ListSearch
          value={state.search}
          hint={t(definition.searchHintKey(allowed?.searches ?? new Set()))}
          onSearch={(search) => goTo(withQuery(state, { search }), { replace: state.search !== '' })}
          onLeave={focusGrid}
        />
        {isPhone ? (
          <button type="button" className="bc-filter-button" onClick={() => setFiltering(true)} aria-haspopup="dialog">
            <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />
            <span className="bc-sr-only">{t('listing.filter.open', { count: filterCount })}</span>
            {filterCount > 0 ? (
              <span className="bc-filter-count" aria-hidden="true">
                {filterCount}
              </span>
            ) : null}
          </button>
        ) : (
          <FilterBar {...bar} />
        )}
        {isPhone ? actions : null}
        {definition.news && page.data && count.data ? (
          <Suspense fallback={null}>
            <ListNews
              source={definition.news}
              query={{ filters: state.filters, search: state.search.trim() }}
              countedAt={count.data.countedAt}
              onShow={showNews}
              onRecovered={() => void refreshLists(queryClient, definition.name)}
            />
          </Suspense>
        ) : null}
        {matchKey && !isPhone ? <span className="bc-list-matched">{t(matchKey)}</span> : null}
      </search>
      {isPhone ? tabs : null}
      {isPhone ? (
        <div className="bc-list-phone-line">
          <CountNote count={count.data} isNarrowed={isNarrowed(state)} />
          <PhoneSort
            sorts={[...(allowed?.sorts ?? [])]}
            nameOf={(key) => t(definition.columns.find(({ sort }) => sort === key)?.headerKey ?? definition.titleKey)}
            sort={shownSort}
            icon={IconArrowsSort}
            onSort={(sort) => goTo(withQuery(state, { sort }))}
          />
        </div>
      ) : null}
      {matchKey && isPhone ? <p className="bc-list-matched">{t(matchKey)}</p> : null}
      <ListNotices
        messages={notice ? [notice.message] : []}
        problems={dismissed === url.href ? [] : [...(notice?.problems ?? []), ...problems]}
        onDismiss={() => {
          setNotice(null);
          setDismissed(url.href);
        }}
      />
      <div className="bc-list-space" ref={grid}>
        {error && !page.data ? (
          <ListFailure
            error={error}
            isBusy={page.isFetching || capabilities.query.isFetching}
            onRetry={() => {
              if (capabilities.query.isError) void capabilities.query.refetch();
              if (page.isError) void page.refetch();
            }}
            onReset={resetView}
          />
        ) : !page.data ? (
          <ListSkeleton
            columns={columns}
            widths={preference.widths}
            rowHeight={hasPhoneRows ? PHONE_ROW_PX : ROW_HEIGHTS[preference.density]}
          />
        ) : rows.length === 0 && !page.isPlaceholderData ? (
          isNarrowed(state) ? (
            <NoMatch
              definition={definition}
              state={state}
              onClear={clear}
              onDrop={(key) => goTo(key === 'q' ? withQuery(state, { search: '' }) : withFilter(state, key, null))}
            />
          ) : (
            <EmptyState title={t(definition.emptyKey)} action={action} />
          )
        ) : (
          <ListGrid
            label={t(definition.titleKey)}
            columns={columns}
            widths={preference.widths}
            rows={rows}
            rowHeight={hasPhoneRows ? PHONE_ROW_PX : ROW_HEIGHTS[preference.density]}
            formats={formats}
            isRightToLeft={dir === 'rtl'}
            rowId={definition.rowId}
            rowHref={hrefOf}
            openRow={openRow}
            firstRow={firstRow}
            ariaRowCount={ariaRowCount(count.data, hasPhoneRows ? 0 : 1)}
            hasHeader={!hasPhoneRows}
            sort={shownSort}
            sortable={allowed?.sorts ?? new Set()}
            isStale={isStale}
            returnedTo={returnedTo}
            initialScroll={scroll}
            onScrollRest={(place) => trails.writeScroll(url.entry, place)}
            onSort={onSort}
            onResize={(column, width) => change({ widths: { ...preference.widths, [column]: width } })}
            onOpen={onOpen}
          />
        )}
        {error && page.data ? (
          <div className="bc-list-stale" role="alert">
            {t('listing.failed.stale')}
            <Button size="sm" onClick={() => void page.refetch()} loading={page.isFetching}>
              {t('common.action.retry')}
            </Button>
          </div>
        ) : null}
      </div>
      <ListFoot
        firstRow={firstRow}
        rows={page.data ? rows.length : null}
        count={count.data}
        size={size}
        isFirst={firstRow === 1 || state.position.kind === 'first'}
        previous={ends ? previousPosition(ends, firstRow, size) : null}
        next={ends ? nextPosition(ends, firstRow, rows.length) : null}
        dateDirection={shownSort && allowed?.dateSorts.has(shownSort.key) ? shownSort.direction : null}
        onGo={(position) => goTo({ ...state, position })}
        onSize={(next) => {
          change({ size: next === LIMITS.pageSizeDefault ? null : next });
          goTo(withQuery(state, { size: next === LIMITS.pageSizeDefault ? null : next }));
        }}
      />
      {isFiltering ? (
        <Suspense fallback={null}>
          <FilterDrawer {...bar} isOpen onClose={() => setFiltering(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What opens beside the list leaves the list where it is. */
function isBeside(href: string): boolean {
  return new URL(href, window.location.origin).pathname === window.location.pathname;
}
