import { useRef } from 'react';

/** What a grid has to know to let rows be selected. */
export interface GridSelection<Row> {
  readonly isSelected: (row: Row) => boolean;
  /** Names a row's checkbox. */
  readonly labelOf: (row: Row) => string;
  readonly onSet: (rows: readonly Row[], isOn: boolean) => void;
}

/** How many of the rows on screen are selected. */
export type PageSelection = 'all' | 'some' | 'none';

/** What the header's checkbox shows. */
export function pageSelection<Row>(rows: readonly Row[], isSelected: (row: Row) => boolean): PageSelection {
  const count = rows.filter(isSelected).length;
  if (count === 0) return 'none';
  return count === rows.length ? 'all' : 'some';
}

/** The rows between two places, both included, whichever comes first. */
export function rangeOf<Row>(rows: readonly Row[], a: number, b: number): readonly Row[] {
  return rows.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * Gestures on the rows of a page: one row, a range from the row that was set last (Shift and a click), a range that grows and shrinks with
 * the cursor (Shift and an arrow), the whole page.
 */
export function useRowGestures<Row>(
  rows: readonly Row[],
  rowId: (row: Row) => string,
  selection: GridSelection<Row> | null,
) {
  /** The row that was set last, and to what. */
  const last = useRef<{ readonly id: string; readonly isOn: boolean }>(undefined);
  /** Where a run of Shift and arrows began; undefined between runs. */
  const runFrom = useRef<string>(undefined);
  const indexOf = (id: string | undefined) => (id === undefined ? -1 : rows.findIndex((row) => rowId(row) === id));
  return {
    /** Turns a row over, or sets all from the last one to it as that one was set. */
    set: (index: number, isRange: boolean) => {
      const row = rows[index];
      if (!selection || row === undefined) return;
      runFrom.current = undefined;
      const from = isRange ? indexOf(last.current?.id) : -1;
      const isOn = from < 0 ? !selection.isSelected(row) : (last.current?.isOn ?? true);
      selection.onSet(from < 0 ? [row] : rangeOf(rows, from, index), isOn);
      if (from < 0) last.current = { id: rowId(row), isOn };
    },
    /** The cursor goes from one row to another with Shift held: the range between where it began and here is selected. */
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
    /** The cursor moves without Shift. */
    endRun: () => {
      runFrom.current = undefined;
    },
    setPage: () => {
      if (selection) selection.onSet(rows, pageSelection(rows, selection.isSelected) !== 'all');
    },
    selectPage: () => selection?.onSet(rows, true),
  };
}
