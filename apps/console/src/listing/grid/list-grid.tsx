import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { findWords } from '../../lib/format/matched-text.ts';
import type { ScrollPlace } from '../address/list-trail.ts';
import type { SortState } from '../address/list-url.ts';
import { gridTemplate } from '../columns/column-layout.ts';
import type { CellFormats, ListColumn } from '../list-definition.ts';
import { GridDetail, type GridUnfold } from './grid-detail.tsx';
import { GridHeader, HEADER_HEIGHT_PX } from './grid-header.tsx';
import { clampCell, type GridCell } from './grid-keyboard.ts';
import { GridRow } from './grid-row.tsx';
import { type GridSelection, pageSelection, useRowGestures } from './grid-selection.ts';
import { headerRoom } from './header-room.ts';
import { useCellHint } from './use-cell-hint.ts';
import { useFittedColumns } from './use-fitted-columns.ts';
import { type GridPeek, useGridKeys } from './use-grid-keys.ts';
import './cells.css';
import styles from './list-grid.module.css';

const OVERSCAN_ROWS = 8;
const SELECT_COLUMN_PX = 36;
const UNFOLD_COLUMN_PX = 32;

/** Element of the pane. */
export const PEEK_ID = 'list-peek';

/** Properties of {@link ListGrid}. */
export interface ListGridProps<Row> {
  readonly label: string;
  /** The visible columns, in order. */
  readonly columns: readonly ListColumn<Row>[];
  readonly widths: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
  readonly rowHeight: number;
  readonly formats: CellFormats;
  /** Its words are marked in the cells. */
  readonly search: string;
  readonly isRightToLeft: boolean;
  readonly rowId: (row: Row) => string;
  /** Null where rows cannot be selected. */
  readonly selection: GridSelection<Row> | null;
  /** Null where rows can't be expanded. */
  readonly unfold: GridUnfold<Row> | null;
  /** Null where there is no room for a pane. */
  readonly peek: GridPeek<Row> | null;
  /** Space below the last row in px, for a floating bar. */
  readonly spaceBelow: number;
  readonly rowHref: (row: Row) => string;
  /** Absolute number of the first row, null where it is unknown. */
  readonly firstRow: number | null;
  /** All rows and the header; -1 if unknown. */
  readonly ariaRowCount: number;
  readonly hasHeader: boolean;
  readonly sort: SortState | null;
  readonly sortable: ReadonlySet<string>;
  /** The rows belong to the previous query; the current one is loading. */
  readonly isStale: boolean;
  /** The record that is open beside the list. */
  readonly openRow: string | null;
  /** The row that was just left. */
  readonly returnedTo: string | null;
  /** Read once, on mount. */
  readonly initialScroll: ScrollPlace | null;
  readonly onScrollRest: (place: ScrollPlace) => void;
  readonly onSort: (key: string) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onOpen: (row: Row, inNewTab: boolean) => void;
}

/** A virtualized ARIA grid: one tab stop, arrows inside, and only rows near the viewport are rendered. */
export function ListGrid<Row>(props: ListGridProps<Row>) {
  const {
    columns,
    rows,
    rowHeight,
    hasHeader,
    isRightToLeft,
    initialScroll,
    onScrollRest,
    formats,
    selection,
    unfold,
  } = props;
  const hasToggles = unfold?.hasToggles === true;
  const lead = (selection ? 1 : 0) + (hasToggles ? 1 : 0);
  const scroller = useRef<HTMLDivElement>(null);
  const headerHeight = hasHeader ? HEADER_HEIGHT_PX : 0;
  const [chosenCell, setCell] = useState<GridCell>(() => startCell(props));
  const cell = clampCell(chosenCell, { rows: rows.length, columns: columns.length + lead, hasHeader });
  // A returning person has the focus on the row that was left.
  const focusWanted = useRef(props.returnedTo !== null);

  const unfolded = unfold?.opened == null ? -1 : rows.findIndex((row) => props.rowId(row) === unfold.opened);
  const [detailHeight, setDetailHeight] = useState(0);
  const activeRow = cell.row;
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      // The row with the tab stop remains mounted, or scrolling would lose the focus.
      if (activeRow < 0 || indexes.includes(activeRow)) return indexes;
      return [...indexes, activeRow].sort((a, b) => a - b);
    },
    [activeRow],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rowHeight + (index === unfolded ? detailHeight : 0),
    overscan: OVERSCAN_ROWS,
    rangeExtractor,
    paddingStart: headerHeight,
    paddingEnd: props.spaceBelow,
    scrollPaddingEnd: props.spaceBelow,
    scrollPaddingStart: headerHeight,
    initialRect: { width: 1200, height: 800 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured height changes with the density
  useLayoutEffect(
    () => virtualizer.measure(),
    [virtualizer, rowHeight, headerHeight, props.spaceBelow, unfolded, detailHeight],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !initialScroll) return;
    element.scrollTop = initialScroll.top;
    element.scrollLeft = initialScroll.left;
  }, [initialScroll]);

  const isFirstPage = useRef(true);
  const firstId = rows[0] === undefined ? '' : props.rowId(rows[0]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows start at the top
  useLayoutEffect(() => {
    if (isFirstPage.current) isFirstPage.current = false;
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [firstId]);

  const restTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(restTimer.current), []);
  const onScroll = () => {
    clearTimeout(restTimer.current);
    restTimer.current = setTimeout(() => {
      const element = scroller.current;
      if (element) onScrollRest({ top: element.scrollTop, left: element.scrollLeft });
    }, 100);
  };

  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    focusWanted.current = false;
    const target = scroller.current?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`);
    target?.focus({ preventScroll: true });
    target
      ?.closest('[role="gridcell"], [role="columnheader"]')
      ?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  });

  const moveTo = (next: GridCell) => {
    focusWanted.current = true;
    if (next.row >= 0) virtualizer.scrollToIndex(next.row, { align: 'auto' });
    setCell(next);
  };

  const lastOpen = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel closes
  useEffect(() => {
    const left = lastOpen.current;
    lastOpen.current = props.openRow;
    const index = left === null || props.openRow !== null ? -1 : rows.findIndex((row) => props.rowId(row) === left);
    if (index < 0) return;
    // A button that opened the panel gets the focus back; after a URL, a reload or Back, the row gets it.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) moveTo({ row: index, column: lead });
    });
    return () => cancelAnimationFrame(frame);
  }, [props.openRow]);

  const gestures = useRowGestures(rows, props.rowId, selection);
  const gesturesRef = useRef(gestures);
  gesturesRef.current = gestures;
  const unfoldRef = useRef(unfold);
  unfoldRef.current = unfold;
  const onUnfold = useCallback((row: Row) => unfoldRef.current?.toggle(row), []);
  const onSelect = useCallback((index: number, isRange: boolean) => gesturesRef.current.set(index, isRange), []);

  const onKeyDown = useGridKeys({
    rows,
    columns,
    formats,
    cell,
    lead,
    size: { hasHeader, isRightToLeft, isSelectable: selection !== null },
    rowHeight,
    headerHeight,
    scroller,
    gestures,
    peek: props.peek,
    moveTo,
    onOpen: props.onOpen,
  });

  const findMatches = useMemo(() => findWords(props.search), [props.search]);
  const { hint, showHint, hideHint } = useCellHint(rows, columns, formats);

  const rowAt = (event: MouseEvent): Row | undefined => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || target.closest('a, button, [data-select]')) return undefined;
    const index = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    return index === undefined ? undefined : rows[Number(index)];
  };
  /** The row that a click with Shift selects up to; the checkbox handles its own. */
  const rangeEnd = (event: MouseEvent): number | null => {
    if (!selection || !event.shiftKey || event.button !== 0 || !(event.target instanceof Element)) return null;
    if (event.target.closest('button, [data-select]')) return null;
    const index = event.target.closest<HTMLElement>('[data-row]')?.dataset['row'];
    return index === undefined ? null : Number(index);
  };
  const onClick = (event: MouseEvent) => {
    const end = rangeEnd(event);
    if (end !== null) {
      // Also on the link, which the browser would open in a new window.
      event.preventDefault();
      gestures.set(end, true);
      return;
    }
    const row = rowAt(event);
    // A drag that selected text is not a click on the row.
    if (row === undefined || window.getSelection()?.isCollapsed === false) return;
    props.onOpen(row, event.ctrlKey || event.metaKey || event.shiftKey);
  };
  const onAuxClick = (event: MouseEvent) => {
    const row = event.button === 1 ? rowAt(event) : undefined;
    if (row !== undefined) props.onOpen(row, true);
  };
  // Otherwise the middle button starts the browser's own scrolling.
  const onMouseDown = (event: MouseEvent) => {
    if (event.button === 1 && rowAt(event) !== undefined) event.preventDefault();
    // Shift would select all text up to here.
    if (selection && event.shiftKey) event.preventDefault();
  };

  const unfoldedRow = rows[unfolded];
  const sortKey = props.sort?.key;
  const headed = useMemo(
    () =>
      columns.map((column) => {
        const isSorted = sortKey !== undefined && column.sort === sortKey;
        return { ...column, headerWidth: headerRoom(formats.t(column.headerKey), isSorted) };
      }),
    [columns, formats, sortKey],
  );
  const leads = [...(selection ? [SELECT_COLUMN_PX] : []), ...(hasToggles ? [UNFOLD_COLUMN_PX] : [])];
  const leadWidth = leads.reduce((sum, width) => sum + width, 0);
  const leadTemplate = leads.map((width) => `${width}px`).join(' ');
  const fitted = useFittedColumns(scroller, {
    columns: headed,
    chosen: props.widths,
    lead: leadTemplate,
    leadWidth,
    shown: `${firstId} ${formats.locale} ${rowHeight}`,
  });
  const visible = columns.map(({ key }) => key);
  const { template, minWidth } = gridTemplate(fitted, visible, props.widths);
  const style = {
    '--bc-columns': `${leadTemplate} ${template}`,
    '--bc-columns-min': `${minWidth + leadWidth}px`,
    '--bc-select': `${leadWidth}px`,
    '--bc-unfold': `${leadWidth - (hasToggles ? UNFOLD_COLUMN_PX : 0)}px`,
    '--bc-row': `${rowHeight}px`,
  } as CSSProperties;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot hold virtual rows of a CSS grid
    <div
      ref={scroller}
      className={styles['grid']}
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.ariaRowCount}
      aria-colcount={columns.length + lead}
      aria-multiselectable={selection ? true : undefined}
      aria-busy={props.isStale}
      aria-controls={props.peek?.isOpen ? PEEK_ID : undefined}
      data-stale={props.isStale || undefined}
      data-lead={lead > 0 || undefined}
      style={style}
      tabIndex={-1}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onAuxClick={onAuxClick}
      onMouseDown={onMouseDown}
      onPointerOver={(event) => showHint(event.target, 'onPointerEnter')}
      onPointerLeave={hideHint}
      onFocus={(event) => {
        const place = event.target instanceof HTMLElement ? event.target.dataset['cell']?.split(':') : undefined;
        if (place) setCell({ row: Number(place[0]), column: Number(place[1]) });
        if (event.target.matches(':focus-visible')) showHint(event.target, 'onFocus');
      }}
      onBlur={hideHint}
    >
      {hasHeader ? (
        <GridHeader
          columns={columns}
          sort={props.sort}
          sortable={props.sortable}
          selected={selection && pageSelection(rows, selection.isSelected)}
          onSelectPage={gestures.setPage}
          hasToggles={hasToggles}
          widths={props.widths}
          activeColumn={cell.row === -1 || rows.length === 0 ? cell.column : null}
          isRightToLeft={isRightToLeft}
          onSort={props.onSort}
          onResize={props.onResize}
        />
      ) : null}
      <div role="presentation" className={styles['body']} style={{ height: virtualizer.getTotalSize() - headerHeight }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const id = props.rowId(row);
          return (
            <GridRow
              key={id}
              row={row}
              index={item.index}
              ariaRowIndex={(props.firstRow ?? 1) + item.index + (hasHeader ? 1 : 0)}
              top={item.start - headerHeight}
              columns={columns}
              formats={formats}
              search={props.search}
              findMatches={findMatches}
              href={props.rowHref(row)}
              activeColumn={cell.row === item.index ? cell.column : null}
              isOpen={props.openRow === id}
              isReturnedTo={props.returnedTo === id}
              isSelected={selection?.isSelected(row) ?? null}
              selectLabel={selection?.labelOf(row) ?? ''}
              onSelect={onSelect}
              isUnfolded={hasToggles ? item.index === unfolded : null}
              unfoldLabel={unfold?.labelOf(row) ?? ''}
              onUnfold={onUnfold}
              onOpen={props.onOpen}
            />
          );
        })}
        {unfold && unfoldedRow !== undefined ? (
          <GridDetail
            key={unfold.opened}
            top={(virtualizer.measurementsCache[unfolded]?.start ?? 0) - headerHeight + rowHeight}
            ariaRowIndex={(props.firstRow ?? 1) + unfolded + (hasHeader ? 1 : 0)}
            columnCount={columns.length + lead}
            onHeight={setDetailHeight}
            onFold={() => {
              unfold.toggle(unfoldedRow);
              moveTo({ row: unfolded, column: Math.max(0, lead - 1) });
            }}
          >
            <unfold.Detail row={unfoldedRow} />
          </GridDetail>
        ) : null}
      </div>
      {hint}
    </div>
  );
}

/** Initial tab stop: the row that the person returns to, else the first. */
function startCell<Row>({ rows, rowId, returnedTo, selection, unfold }: ListGridProps<Row>): GridCell {
  const index = returnedTo === null ? -1 : rows.findIndex((row) => rowId(row) === returnedTo);
  // On the link, behind the columns in front of it.
  return { row: Math.max(0, index), column: (selection ? 1 : 0) + (unfold?.hasToggles ? 1 : 0) };
}
