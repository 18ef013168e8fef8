import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { COLUMN_WIDTH_MAX, COLUMN_WIDTH_MIN, type ColumnShape, clampWidth } from '../columns/column-layout.ts';
import { fitColumns } from '../columns/fit-columns.ts';
import { cutText } from './use-cell-hint.ts';

/** A name says what a row is about. */
const NAME_WIDTH_MIN = 200;
/** A grid narrower than this, in a window below 1280 px, scrolls sideways rather than cut its cells. */
const REACH_PX = 1100;
/** A state counts as so many other cells: it must be readable without a hint. */
const STATE_WEIGHT = 5;
/** Cells remembered of each column, so that paging moves columns less and less. */
const SAMPLES_MAX = 150;

/** A visible column with the px that its header needs. */
export interface HeadedColumn extends ColumnShape {
  readonly headerWidth: number;
}

/** Input of the layout of a grid. */
interface Fit {
  readonly columns: readonly HeadedColumn[];
  /** Widths that a person set. */
  readonly chosen: Readonly<Record<string, number>>;
  /** `grid-template-columns` of the columns before the first. */
  readonly lead: string;
  readonly leadWidth: number;
  /** Changes with the rows and with how they are shown. */
  readonly shown: string;
}

/** The columns with widths that show as many cells in full as the grid has room for. */
export function useFittedColumns(scroller: RefObject<HTMLElement | null>, fit: Fit): readonly ColumnShape[] {
  const samples = useRef<ReadonlyMap<string, readonly number[]>>(new Map());
  const [layout, setLayout] = useState<Layout>({ room: 0, needs: samples.current });
  const [turn, setTurn] = useState(0);
  const width = useRef(0);
  const keys = fit.columns.map(({ key }) => key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: measured for these rows in these columns, and after a resize or a longer text
  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    // Before the measuring, after which the browser would compute the layout again.
    const room = roomOf(grid);
    width.current = grid.clientWidth;
    const measured = measure(grid, keys, fit.lead);
    samples.current = new Map(
      keys.map((key) => [
        key,
        [...(measured.get(key) ?? []), ...(samples.current.get(key) ?? [])].slice(0, SAMPLES_MAX),
      ]),
    );
    setLayout({ room, needs: samples.current });
  }, [fit.shown, fit.lead, keys.join(), turn]);

  useLayoutEffect(() => {
    const grid = scroller.current;
    if (grid === null) return;
    const measureAgain = () => setTurn((turn) => turn + 1);
    // Also reports the first size.
    const resizes = new ResizeObserver(() => {
      if (grid.clientWidth !== width.current) measureAgain();
    });
    resizes.observe(grid);
    // Names of other records and stores of visitors arrive after their rows.
    const changes = new MutationObserver((mutations) => {
      const cells = new Set(mutations.map(({ target }) => cellOf(target)));
      if ([...cells].some((cell) => cell && cutText(cell) !== null)) measureAgain();
    });
    changes.observe(grid, { subtree: true, childList: true, characterData: true });
    return () => {
      resizes.disconnect();
      changes.disconnect();
    };
  }, [scroller]);

  const { columns, chosen, leadWidth } = fit;
  return useMemo(() => withWidths(columns, chosen, layout, leadWidth), [columns, chosen, layout, leadWidth]);
}

/** Room and needs of the columns of a grid, as measured. */
interface Layout {
  /** Px for a row; 0 before rows are shown. */
  readonly room: number;
  readonly needs: ReadonlyMap<string, readonly number[]>;
}

function withWidths(
  columns: readonly HeadedColumn[],
  chosen: Fit['chosen'],
  { room, needs }: Layout,
  leadWidth: number,
): readonly ColumnShape[] {
  if (room === 0) return columns.map(atLeastHeader);
  const widths = fitColumns(
    columns.map((column) => {
      const own = chosen[column.key];
      const ideal = Math.max(column.width, column.headerWidth);
      if (own !== undefined) {
        const exact = clampWidth(column, own);
        return { min: exact, ideal: exact, max: exact, needs: [] };
      }
      const least = column.minWidth ?? (column.isPinned ? NAME_WIDTH_MIN : COLUMN_WIDTH_MIN);
      const min = Math.max(least, column.headerWidth);
      return { min, ideal, max: COLUMN_WIDTH_MAX, needs: needs.get(column.key) ?? [] };
    }),
    room - leadWidth,
    // The only column, such as the rows of a phone, cuts its own text, so that its end remains in view.
    (columns.length === 1 ? room : Math.max(room, REACH_PX)) - leadWidth,
  );
  return columns.map((column, index) => {
    const width = widths[index] ?? column.width;
    return { ...column, width, minWidth: Math.min(width, column.minWidth ?? width) };
  });
}

const atLeastHeader = (column: HeadedColumn): ColumnShape => ({
  ...column,
  width: Math.max(column.width, column.headerWidth),
});

/** The cell whose content a node is part of; null for the row itself. */
const cellOf = (node: Node) =>
  (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-row] [data-place]') ?? null;

/** Px for columns in a row: without the scroll bar and the row's sides. */
function roomOf(grid: HTMLElement): number {
  const row = grid.querySelector('[data-row]');
  if (row === null) return 0;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row);
  return grid.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
}

/** Widths of the content of the cells on screen, by column: those of tracks that fit their content. */
function measure(grid: HTMLElement, keys: readonly string[], lead: string): ReadonlyMap<string, readonly number[]> {
  const before = grid.style.getPropertyValue('--bc-columns');
  grid.style.setProperty('--bc-columns', `${lead} repeat(${keys.length}, max-content)`);
  const rows = [...grid.querySelectorAll('[data-row]')].map((row) =>
    getComputedStyle(row)
      .gridTemplateColumns.split(' ')
      .map((track) => Math.ceil(Number.parseFloat(track))),
  );
  grid.style.setProperty('--bc-columns', before);
  const cells = [...(grid.querySelector('[data-row]')?.querySelectorAll('[data-place]') ?? [])].slice(-keys.length);
  const isState = (index: number) => cells[index]?.querySelector('.bc-state-word') != null;
  return new Map(
    keys.map((key, index) => {
      const needs = rows.flatMap((tracks) => tracks.slice(-keys.length)[index] || []);
      return [key, isState(index) ? Array.from({ length: STATE_WEIGHT }, () => needs).flat() : needs];
    }),
  );
}
