import { IMPORT_PERMISSIONS, type ImportEntity, LIMITS, may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import type { ListName } from '../generated/graphql.ts';
import { copyText } from '../lib/page/copy-text.ts';
import { PageHeader } from '../lib/page/page-header.tsx';
import { part } from '../lib/page/part.ts';
import { useIsPhone } from '../lib/page/use-phone.ts';
import { currentRoles } from '../lib/settings/session.ts';
import { settings } from '../lib/settings/settings.ts';
import { nextPosition, previousPosition } from './address/list-position.ts';
import { encodeListUrl, isNarrowed, withQuery } from './address/list-url.ts';
import { defaultColumns, isSameColumns } from './columns/column-layout.ts';
import { ListBar, matchedKey } from './list-bar.tsx';
import { ListBody } from './list-body.tsx';
import type { ListDefinition } from './list-definition.ts';
import type { ListExportProps } from './list-export.tsx';
import { ListFoot } from './list-foot.tsx';
import { CountNote, ListActions } from './list-head.tsx';
import { ListNotices } from './list-notices.tsx';
import styles from './list-page.module.css';
import { SavedViews } from './saved-views/saved-views.tsx';
import { isRearranged, isViewModified } from './saved-views/use-saved-views.ts';
import type { ViewActions, ViewDialog } from './saved-views/use-view-changes.ts';
import type { SelectionBarProps } from './selection/selection-bar.tsx';
import { useRowSelection } from './selection/use-row-selection.ts';
import { refreshLists } from './use-list-data.ts';
import { useListPage } from './use-list-page.ts';

/**
 * Whether a list can be imported into, and whether the dialog is open: part of the URL, so that it survives a reload.
 */
interface ImportPanel {
  readonly entity: ImportEntity;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
}

const isEntity = (list: string): list is ImportEntity => Object.hasOwn(IMPORT_PERMISSIONS, list);

/** Null where importing is not possible or not permitted. */
function useImportPanel(list: ListName): ImportPanel | null {
  const router = useRouter();
  const { searchStr, pathname } = useLocation();
  const roles = currentRoles();
  if (!isEntity(list) || !may(roles, 'import.use') || !may(roles, IMPORT_PERMISSIONS[list])) return null;
  const params = new URLSearchParams(searchStr);
  const go = (isOpen: boolean) => {
    const next = new URLSearchParams(searchStr);
    next.delete('import');
    if (isOpen) next.set('import', '');
    const href = next.size > 0 ? `${pathname}?${next}` : pathname;
    void router.navigate({ href, replace: !isOpen, resetScroll: false });
  };
  return { entity: list, isOpen: params.has('import'), open: () => go(true), close: () => go(false) };
}

const SelectionBar = part(() => import('./selection/selection-bar.tsx'), 'SelectionBar') as <Row>(
  props: SelectionBarProps<Row>,
) => ReactNode;
/** Imports a file, loaded when it opens. */
export const ImportDialog = part(() => import('../imports/import-dialog.tsx'), 'ImportDialog');

const PastedList = part(() => import('./pasted/pasted-list.tsx'), 'PastedList');
const PhoneSort = part(() => import('./grid/phone-sort.tsx'), 'PhoneSort');
const ListExport = part(() => import('./list-export.tsx'), 'ListExport') as <Row>(
  props: ListExportProps<Row>,
) => ReactNode;

/** Properties of {@link ListPage}. */
export interface ListPageProps<Row> {
  readonly definition: ListDefinition<Row>;
  /** Action at the end of the header and in the empty state. */
  readonly action?: ReactNode;
  /** The record that is open beside the list; its row is highlighted. */
  readonly openRow?: string | null;
  /** All rows fit on a page: without views, unless there are any, pages and selection. */
  readonly isShort?: boolean;
}

/** Properties of {@link ListPart}. */
export interface ListPartProps<Row> extends ListPageProps<Row> {
  /** Shows news in the bar, where the definition has none of its own. */
  readonly news?: ReactNode;
}

interface ListFrameProps<Row> extends ListPartProps<Row> {
  /** The list is the page: it has the title. */
  readonly isPage: boolean;
}

/** A list: its definition determines the content, the URL the rows, the person's preference the layout. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  return <ListFrame {...props} isPage />;
}

/** A list inside a record, without the page's title. Its saved views apply to every record of the kind. */
export function ListPart<Row>(props: ListPartProps<Row>) {
  return <ListFrame {...props} isPage={false} />;
}

function ListFrame<Row>({ definition, action, openRow = null, isShort = false, isPage, news }: ListFrameProps<Row>) {
  const { t } = useMessages();
  const queryClient = useQueryClient();
  const isPhone = useIsPhone();
  const model = useListPage(definition);
  const { setup, saved, allowed, state, size, goTo, page, rows, count, firstRow, columnKeys, resetView } = model;
  const { preference, change } = setup;
  const { current } = saved;
  const selection = useRowSelection(definition, state);
  const [liveRegion, setLiveRegion] = useState<Element | null>(null);
  const ends = page.data?.ends;
  const importing = useImportPanel(definition.capability);
  const body = useRef<HTMLDivElement>(null);
  const focusGrid = () => body.current?.querySelector<HTMLElement>('[data-cell][tabindex="0"]')?.focus();

  const [isExporting, setExporting] = useState(false);
  const [viewDialog, setViewDialog] = useState<ViewDialog | null>(null);
  const copyLink = async () => {
    const search = new URLSearchParams(
      encodeListUrl({ ...state, size: size === LIMITS.pageSizeDefault ? null : size }),
    );
    if (model.url.tab !== null) search.set('tab', model.url.tab);
    const text = `${window.location.origin}${window.location.pathname}${search.size > 0 ? `?${search}` : ''}`;
    await copyText(text, t, 'listing.view.link-copied');
  };
  const showNews = () => {
    // New rows are at the beginning in the list's default order.
    goTo({ ...state, sort: null, position: { kind: 'first' } });
    void refreshLists(queryClient, definition.name);
    focusGrid();
  };
  const showChanges = () => {
    void refreshLists(queryClient, definition.name);
    focusGrid();
  };

  const viewActions: ViewActions = {
    list: definition.capability,
    ruleHref: definition.ruleHref,
    views: saved.views,
    current,
    isModified: isViewModified(definition, state, columnKeys, current),
    isPhone,
    state,
    arrangement: {
      ...preference,
      columns: model.isDefaultColumns ? null : columnKeys,
      size: size === LIMITS.pageSizeDefault ? null : size,
    },
    onDialog: setViewDialog,
    onOpen: model.openView,
    onCreated: (id) => goTo({ ...state, view: id }),
    onReset: resetView,
    onSaved: setup.reset,
    onChanged: setup.refresh,
  };
  const actions = (
    <ListActions
      views={viewActions}
      isPhone={isPhone}
      isTableOnPhone={preference.isTableOnPhone}
      onTableOnPhone={(isTableOnPhone) => change({ isTableOnPhone })}
      onCopyLink={() => void copyLink()}
      onRefresh={() => void refreshLists(queryClient, definition.name)}
      onResetView={resetView}
      onExport={may(currentRoles(), 'export.create') ? () => setExporting(true) : undefined}
      onImport={importing?.open ?? null}
      chooser={{
        columns: definition.columns,
        visible: columnKeys,
        density: preference.density,
        isChanged: isRearranged(definition, columnKeys, preference, saved.base, settings.state.get().density),
        onColumns: (next) => {
          const isDefault = isSameColumns(next, defaultColumns(definition.columns));
          change({ columns: isDefault ? null : [...next] });
          goTo({ ...state, columns: isDefault ? null : next }, { replace: true });
        },
        onDensity: (density) => change({ density }),
        onReset: () => {
          const { columns: savedColumns, widths, density } = saved.base;
          change({ columns: savedColumns, widths, density });
          goTo({ ...state, columns: savedColumns }, { replace: true });
        },
      }}
    />
  );
  const tabs =
    isShort && saved.views.length === 0 ? null : (
      <SavedViews
        {...viewActions}
        presets={definition.presets ?? []}
        dialog={viewDialog}
        counting={isPhone || !allowed || !count ? null : { definition, allowed, countedAt: count.countedAt }}
        tab={model.url.tab}
      />
    );
  const note = <CountNote count={count} isNarrowed={isNarrowed(state)} />;
  const matched = isPhone ? matchedKey(definition, model) : null;

  return (
    <div className={styles['list']}>
      {isPage ? (
        <PageHeader
          title={t(definition.titleKey)}
          note={isPhone ? null : note}
          actions={
            // On a phone the header is visually hidden: actions are in a bar at the bottom.
            isPhone ? null : (
              <>
                {actions}
                {action}
              </>
            )
          }
        />
      ) : null}
      {isPhone ? null : tabs}
      <ListBar
        definition={definition}
        model={model}
        isPhone={isPhone}
        news={news}
        actions={
          isPhone ? (
            actions
          ) : isPage ? null : (
            <div className={styles['partActions']}>
              {note}
              {actions}
              {action}
            </div>
          )
        }
        onLeaveSearch={focusGrid}
        onShowNews={showNews}
        onShowChanges={showChanges}
      />
      {isPhone ? tabs : null}
      {isPhone ? (
        <div className={styles['phoneLine']}>
          {note}
          {state.kind === 'calendar' ? null : (
            <PhoneSort
              sorts={[...(allowed?.sorts ?? [])]}
              nameOf={(key) =>
                t(
                  definition.columns.find(({ sort }) => sort === key)?.headerKey ??
                    definition.sortNames?.[key] ??
                    definition.titleKey,
                )
              }
              sort={model.sort}
              onSort={(sort) => goTo(withQuery(state, { sort }))}
            />
          )}
        </div>
      ) : null}
      {matched ? <p className={styles['matched']}>{t(matched)}</p> : null}
      <ListNotices {...model.notices} />
      {allowed?.filters.has('pasted') ? <PastedList definition={definition} state={state} goTo={goTo} /> : null}
      <ListBody
        definition={definition}
        model={model}
        isPhone={isPhone}
        action={action}
        openRow={openRow}
        isPage={isPage}
        selection={isShort ? null : selection.grid}
        ref={body}
      >
        {selection.selection.kind === 'none' ? null : (
          <SelectionBar
            model={selection}
            list={definition}
            columns={columnKeys}
            count={count}
            isPhone={isPhone}
            liveRegion={liveRegion}
            onLeave={focusGrid}
          />
        )}
      </ListBody>
      {selection.grid ? <div role="status" className="bc-sr-only" ref={setLiveRegion} /> : null}
      {isPhone && action ? <div className={styles['phoneActions']}>{action}</div> : null}
      {state.kind === 'calendar' ? null : (
        <ListFoot
          firstRow={firstRow}
          rows={page.data ? rows.length : null}
          count={count}
          size={size}
          hasPages={!isShort}
          isFirst={firstRow === 1 || state.position.kind === 'first'}
          previous={ends ? previousPosition(ends, firstRow, size) : null}
          next={ends ? nextPosition(ends, firstRow, rows.length) : null}
          dateDirection={model.sort && allowed?.dateSorts.has(model.sort.key) ? model.sort.direction : null}
          onGo={(position) => goTo({ ...state, position })}
          onSize={(next) => {
            const chosen = next === LIMITS.pageSizeDefault ? null : next;
            change({ size: chosen });
            goTo(withQuery(state, { size: chosen }));
          }}
        />
      )}
      {isExporting ? <ListExport definition={definition} model={model} onClose={() => setExporting(false)} /> : null}
      {importing?.isOpen ? (
        <ImportDialog entity={importing.entity} listTitle={t(definition.titleKey)} onClose={importing.close} />
      ) : null}
    </div>
  );
}
