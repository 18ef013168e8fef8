import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { RequestError } from '../lib/api/request-error.ts';
import { firstRowOf } from './address/list-position.ts';
import { type ListState, type ListUrlProblem, restrict } from './address/list-url.ts';
import { useListUrl } from './address/use-list-url.ts';
import { defaultColumns, isSameColumns, visibleColumns } from './columns/column-layout.ts';
import { useListPreference } from './columns/list-preference.ts';
import type { ListDefinition } from './list-definition.ts';
import type { SavedView } from './saved-views/saved-view-state.ts';
import { useSavedViews, type ViewNotice } from './saved-views/use-saved-views.ts';
import { useListCapabilities, useListData } from './use-list-data.ts';

const NO_ROWS: readonly never[] = [];

/** The model of a list: the URL restricted to allowed parts, the person's layout, and the server's answer. */
export type ListPageModel<Row> = ReturnType<typeof useListPage<Row>>;

/** Combines URL, preference, saved views, capabilities and data of a list. */
export function useListPage<Row>(definition: ListDefinition<Row>) {
  const { t, locale } = useMessages();
  const url = useListUrl(definition);
  const setup = useListPreference(definition.name, definition.capability, url.state.view);
  const { preference, isKnown } = setup;
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
  // A plain first page needs no permission; filters and sorts wait until it is known what is allowed.
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
    // Removing the cursor removes the other problems from the URL too; they are still reported.
    setNotice({ message: t('error.cursor.invalid'), problems });
    url.go({ ...state, position: { kind: 'first' } }, { replace: true });
  }, [isCursorInvalid, url.go, state, problems, t]);

  const columnKeys = visibleColumns(definition.columns, state.columns, saved.current ? null : preference.columns);
  const isDefaultColumns = isSameColumns(columnKeys, defaultColumns(definition.columns));
  const arrangement = isDefaultColumns ? null : columnKeys.join('.');
  useEffect(() => {
    // The URL has the columns on screen, so that a colleague who opens it sees the same.
    const columns = arrangement?.split('.') ?? null;
    if (!isKnown || saved.isOpening || columns === null || state.columns !== null) return;
    url.go({ ...url.state, columns }, { replace: true });
  }, [arrangement, isKnown, saved.isOpening, state.columns, url.go, url.state]);

  const rows = page.data?.rows ?? NO_ROWS;
  return {
    url,
    setup,
    saved,
    capabilities,
    allowed,
    /** The effective state: sent to the server, and shown. */
    state,
    size,
    goTo,
    page,
    rows,
    count: count.data,
    /** Absolute number of the first row; null if unknown. */
    firstRow: firstRowOf(state.position, rows.length, page.data?.ends, count.data),
    /** Other rows are loading: these belong to the previous query, or are being reloaded. */
    isStale: page.isFetching && !page.isPending,
    error: page.isError && !isCursorInvalid ? page.error : capabilities.query.error,
    sort: state.sort ?? (state.search === '' ? (allowed?.defaultSort ?? null) : null),
    columnKeys,
    isDefaultColumns,
    /** Filters in the URL that this list does not have; dismissible. */
    notices: {
      messages: notice ? [notice.message] : [],
      problems: dismissed === url.href ? [] : [...(notice?.problems ?? []), ...problems],
      onDismiss: () => {
        setNotice(null);
        setDismissed(url.href);
      },
    },
    openView: (view: SavedView | null) => {
      goTo(saved.stateOf(view));
      const missing = view ? saved.problemsOf(view) : [];
      if (missing.length > 0) noticeView({ view, problems: missing });
    },
    resetView: () => {
      setup.reset();
      goTo(saved.current ? saved.stateOf({ ...saved.current, own: null }) : saved.stateOf(null));
    },
  };
}
