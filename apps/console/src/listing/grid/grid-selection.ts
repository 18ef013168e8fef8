import { useRef } from 'react';

/** Selection of rows in a grid. */
export interface GridSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** Accessible name of a row's checkbox. */
  readonly labelOf: (row: Row) => string;
  readonly onSet: (rows: readonly Row[], isOn: boolean) => void;
}

/** State of the header's checkbox. */
export type PageSelection = 'all' | 'some' | 'none';

/** The state of the header's checkbox for the rows on screen. */
export function pageSelection<Row>(rows: readonly Row[], isSelected: (row: Row) => boolean): PageSelection {
  const count = rows.filter(isSelected).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}

/** The rows between two indexes, both included, in any order. */
export function rangeOf<Row>(rows: readonly Row[], a: number, b: number): readonly Row[] {
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * Gestures on the rows of a page: one row, a range from the row that was set last (Shift and a click), a range that
 * grows and shrinks with the cursor (Shift and an arrow), the whole page.
 */
export function useRowGestures<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: GridSelection<Row> | null,
) {
  /** The row that was set last, and its new state. */
  const last = useRef<{ readonly id: string; readonly isOn: boolean }>(undefined);
  /** Start of a range with Shift and arrows; undefined between ranges. */
  const runFrom = useRef<string>(undefined);
  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => rowId(row) === id));
  return {
    /** Toggles a row, or sets all from the last one to it as that one was set. */
    set: (index: number, isRange: boolean) => {
      const row = rows[index];
      if (!selection || row === undefined) return;
      runFrom.current = undefined;
      const from = isRange ? indexOf(last.current?.id) : -1;
      const isOn = from < 0 ? !selection.isSelected(row) : (last.current?.isOn ?? true);
      selection.onSet(from < 0 ? [row] : rangeOf(rows, from, index), isOn);
      if (from < 0) last.current = { id: rowId(row), isOn };
    },
    /** The cursor moved with Shift held: selects from the start of the range to here. */
    extend: (from: number, to: number) => {
      const row = rows[from];
      if (!selection || row === undefined) return;
      if (indexOf(runFrom.current) < 0) runFrom.current = rowId(row);
      const start = indexOf(runFrom.current);
      const kept = new Set(rangeOf(rows, start, to));
      const dropped = rangeOf(rows, start, from).filter((each) => !kept.has(each));
      if (dropped.length > 0) selection.onSet(dropped, false);
      selection.onSet([...kept], true);
    },
    /** The cursor moved without Shift. */
    endRun: () => {
      runFrom.current = undefined;
    },
    setPage: () => {
      if (selection) selection.onSet(rows, pageSelection(rows, selection.isSelected) !== 'all');
    },
    selectPage: () => selection?.onSet(rows, true),
  };
}
