import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { copyText } from '../../lib/page/copy-text.ts';
import { CHORD_MS, GO_KEY } from '../../lib/page/shortcut-key.ts';
import type { CellFormats, ListColumn } from '../list-definition.ts';
import { type GridCell, type GridSize, gridMove, type PeekKey } from './grid-keyboard.ts';
import type { useRowGestures } from './grid-selection.ts';

/** The pane beside a grid. */
export interface GridPeek<Row> {
  readonly isOpen: boolean;
  readonly onKey: (key: PeekKey, row: Row) => void;
  /** Called with the row of the cursor while the pane is open. */
  readonly onRow: (row: Row) => void;
  readonly onClose: () => void;
}

interface GridKeysOptions<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly formats: CellFormats;
  readonly cell: GridCell;
  /** Columns in front of those of the list. */
  readonly lead: number;
  readonly size: Omit<GridSize, 'rows' | 'columns' | 'rowsInView' | 'canPeek'>;
  readonly rowHeight: number;
  readonly headerHeight: number;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly gestures: ReturnType<typeof useRowGestures<Row>>;
  readonly peek: GridPeek<Row> | null;
  readonly moveTo: (cell: GridCell) => void;
  readonly onOpen: (row: Row, inNewTab: boolean) => void;
}

/** Handles the keys of a grid; the pane follows the cursor. */
export function useGridKeys<Row>(options: GridKeysOptions<Row>): (event: KeyboardEvent) => void {
  const { rows, columns, cell, lead, gestures, peek, moveTo } = options;
  const peekRef = useRef(peek);
  peekRef.current = peek;
  const row = rows[cell.row];
  const isPeeking = peek?.isOpen === true;
  useEffect(() => {
    if (isPeeking && row !== undefined) peekRef.current?.onRow(row);
  }, [isPeeking, row]);

  const chordAt = useRef(Number.NEGATIVE_INFINITY);
  return (event) => {
    const target = event.target;
    if (!(target instanceof HTMLElement) || !target.dataset['cell']) return;
    // The letter after `g` opens a page.
    if (event.key !== GO_KEY && event.timeStamp - chordAt.current <= CHORD_MS) {
      chordAt.current = Number.NEGATIVE_INFINITY;
      if (event.key.length === 1) return;
    }
    if (event.key === GO_KEY) chordAt.current = event.timeStamp;
    if (event.key === 'Escape' && isPeeking) {
      event.preventDefault();
      peek.onClose();
      return;
    }
    // The browser toggles a checkbox itself.
    if (event.key === ' ' && !event.shiftKey && target instanceof HTMLInputElement) return;
    // A toggle is a separate button.
    if (target.dataset['unfold'] !== undefined && (event.key === ' ' || event.key === 'Enter')) return;
    const height = (options.scroller.current?.clientHeight ?? 0) - options.headerHeight;
    const move = gridMove(cell, event, {
      ...options.size,
      rows: rows.length,
      columns: columns.length + lead,
      rowsInView: Math.floor(height / options.rowHeight),
      canPeek: peek !== null,
    });
    if (move === null) return;
    if (move.kind === 'copy') {
      const text = row === undefined ? null : columns[cell.column - lead]?.copyText?.(row, options.formats);
      if (!text || window.getSelection()?.isCollapsed === false) return;
      void copyText(text, options.formats.t);
    }
    event.preventDefault();
    if (move.kind === 'focus') {
      gestures.endRun();
      moveTo(move.cell);
    }
    if (move.kind === 'select') gestures.set(cell.row, move.isRange);
    if (move.kind === 'select-page') gestures.selectPage();
    if (move.kind === 'extend') {
      gestures.extend(cell.row, move.cell.row);
      moveTo(move.cell);
    }
    if (row === undefined) return;
    if (move.kind === 'open') options.onOpen(row, move.inNewTab);
    if (move.kind === 'pane') peek?.onKey(move.key, row);
  };
}
