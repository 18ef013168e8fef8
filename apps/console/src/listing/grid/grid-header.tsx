import { useMessages } from '@backcounter/i18n/react';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { SortState } from '../address/list-url.ts';
import { COLUMN_WIDTH_STEP, clampWidth } from '../columns/column-layout.ts';
import type { ListColumn } from '../list-definition.ts';
import { SelectBox } from '../selection/select-box.tsx';
import type { PageSelection } from './grid-selection.ts';
import styles from './list-grid.module.css';

export const HEADER_HEIGHT_PX = 34;

interface GridHeaderProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly sort: SortState | null;
  readonly sortable: ReadonlySet<string>;
  readonly widths: Readonly<Record<string, number>>;
  readonly activeColumn: number | null;
  /** Number of selected rows of the page; null where rows cannot be selected. */
  readonly selected: PageSelection | null;
  readonly onSelectPage: () => void;
  /** Rows can be expanded: a column of toggles comes first. */
  readonly hasToggles: boolean;
  readonly isRightToLeft: boolean;
  readonly onSort: (key: string) => void;
  readonly onResize: (column: string, width: number) => void;
}

/** Column headers. Sortable ones are buttons; an edge is dragged, or moved with Shift and an arrow. */
export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { columns, sort, sortable, activeColumn, isRightToLeft, onSort, onResize } = props;
  const { t } = useMessages();
  const toggleAt = props.selected === null ? 0 : 1;
  const lead = toggleAt + (props.hasToggles ? 1 : 0);
  const tabStopOf = (place: number) => ({ 'data-cell': `-1:${place}`, tabIndex: activeColumn === place ? 0 : -1 });
  const onKeyDown = (column: ListColumn<Row>) => (event: KeyboardEvent<HTMLElement>) => {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    event.preventDefault();
    event.stopPropagation();
    const isWider = (event.key === 'ArrowRight') !== isRightToLeft;
    const width = event.currentTarget.closest('[role="columnheader"]')?.getBoundingClientRect().width ?? column.width;
    onResize(column.key, clampWidth(column, width + (isWider ? COLUMN_WIDTH_STEP : -COLUMN_WIDTH_STEP)));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div role="row" className={styles['header']} aria-rowindex={1}>
      {props.selected === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: its checkbox takes the focus
        <div role="columnheader" className={styles['cell']} data-select aria-colindex={1}>
          <SelectBox
            label={t('listing.selection.page')}
            isOn={props.selected === 'all'}
            isPartly={props.selected === 'some'}
            tabStop={tabStopOf(0)}
            onToggle={props.onSelectPage}
          />
        </div>
      )}
      {props.hasToggles ? (
        // biome-ignore lint/a11y/useSemanticElements: see the grid
        // biome-ignore lint/a11y/useFocusableInteractive: focused when the cursor reaches it
        <div
          role="columnheader"
          className={styles['cell']}
          data-unfold
          aria-colindex={toggleAt + 1}
          {...tabStopOf(toggleAt)}
        >
          <span className="bc-sr-only">{t('listing.detail.column')}</span>
        </div>
      ) : null}
      {columns.map((column, index) => {
        const isSortable = column.sort !== undefined && sortable.has(column.sort);
        const direction = isSortable && sort?.key === column.sort ? sort?.direction : undefined;
        const tabStop = tabStopOf(index + lead);
        const Arrow = direction === 'DESC' ? IconArrowDown : IconArrowUp;
        return (
          // biome-ignore lint/a11y/useSemanticElements: see the grid
          // biome-ignore lint/a11y/useFocusableInteractive: its link or button takes the focus, or else the cell
          <div
            key={column.key}
            role="columnheader"
            className={styles['cell']}
            data-align={column.align}
            data-pinned={column.isPinned || undefined}
            aria-colindex={index + lead + 1}
            {...(isSortable ? { 'aria-sort': ariaSort(direction) } : {})}
            {...(isSortable ? {} : { ...tabStop, onKeyDown: onKeyDown(column) })}
          >
            {isSortable ? (
              <button
                type="button"
                className={styles['sort']}
                data-sorted={direction}
                {...tabStop}
                onKeyDown={onKeyDown(column)}
                onClick={() => onSort(column.sort ?? '')}
              >
                {direction ? <Arrow size={14} stroke={2} aria-hidden /> : null}
                <span>{t(column.headerKey)}</span>
              </button>
            ) : (
              <span className={styles['cellText']}>{t(column.headerKey)}</span>
            )}
            <ResizeEdge
              isRightToLeft={isRightToLeft}
              onResize={(width) => onResize(column.key, clampWidth(column, width))}
            />
          </div>
        );
      })}
    </div>
  );
}

function ariaSort(direction: SortState['direction'] | undefined): 'ascending' | 'descending' | 'none' {
  if (direction === undefined) return 'none';
  return direction === 'ASC' ? 'ascending' : 'descending';
}

/** Resize handle at the end of a column, for the pointer. */
function ResizeEdge(props: { readonly isRightToLeft: boolean; readonly onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number }>(undefined);
  const onPointerMove = (event: PointerEvent) => {
    if (!start.current) return;
    const moved = (event.clientX - start.current.x) * (props.isRightToLeft ? -1 : 1);
    props.onResize(start.current.width + moved);
  };
  return (
    <span
      className={styles['resize']}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const width = event.currentTarget.parentElement?.getBoundingClientRect().width ?? 0;
        start.current = { x: event.clientX, width };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onPointerCancel={() => {
        start.current = undefined;
      }}
    />
  );
}
