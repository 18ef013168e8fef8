/** The properties of a column that the layout needs; widths in px. */
export interface ColumnShape {
  readonly key: string;
  readonly width: number;
  readonly minWidth?: number;
  /** Grows and shrinks with the available space, down to its minimum width. */
  readonly grows?: boolean;
  /** First, always visible, and sticky during horizontal scrolling. */
  readonly isPinned?: boolean;
  readonly isHiddenAtFirst?: boolean;
}

export const COLUMN_WIDTH_MIN = 56;
export const COLUMN_WIDTH_MAX = 640;
export const COLUMN_WIDTH_STEP = 16;

/** The columns of a list without a choice. */
export function defaultColumns(columns: readonly ColumnShape[]): readonly string[] {
  return columns.filter((column) => column.isPinned || !column.isHiddenAtFirst).map((column) => column.key);
}

/**
 * The visible columns: from the URL, else the person's choice, else the default. Unknown columns are dropped; pinned
 * ones are always included, first.
 */
export function visibleColumns(
  columns: readonly ColumnShape[],
  fromAddress: readonly string[] | null,
  chosen: readonly string[] | null,
): readonly string[] {
  const known = new Set(columns.map((column) => column.key));
  const wanted = (fromAddress ?? chosen ?? defaultColumns(columns)).filter((key) => known.has(key));
  const pinned = columns.filter((column) => column.isPinned).map((column) => column.key);
  return [...pinned, ...new Set(wanted.filter((key) => !pinned.includes(key)))];
}

/** All columns in the order of the chooser: the visible ones as shown, then the others. */
export function chooserOrder(columns: readonly ColumnShape[], visible: readonly string[]): readonly string[] {
  return [...visible, ...columns.map((column) => column.key).filter((key) => !visible.includes(key))];
}

/** Moves one key by an offset, within the ends and behind pinned columns. */
export function moveColumn(
  columns: readonly ColumnShape[],
  order: readonly string[],
  key: string,
  by: number,
): readonly string[] {
  const pinnedCount = order.filter((entry) => columns.find((column) => column.key === entry)?.isPinned).length;
  const from = order.indexOf(key);
  if (from < pinnedCount) return order;
  const to = Math.max(pinnedCount, Math.min(order.length - 1, from + by));
  const rest = order.filter((entry) => entry !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

/** Shows or hides one column; pinned columns are always shown. */
export function toggleColumn(
  columns: readonly ColumnShape[],
  visible: readonly string[],
  key: string,
): readonly string[] {
  if (columns.find((column) => column.key === key)?.isPinned) return visible;
  return visible.includes(key) ? visible.filter((entry) => entry !== key) : [...visible, key];
}

/** Same columns in the same order. */
export function isSameColumns(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, index) => key === b[index]);
}

/** Clamps a width to what is readable and leaves room for other columns. */
export function clampWidth(column: ColumnShape, width: number): number {
  return Math.round(Math.max(column.minWidth ?? COLUMN_WIDTH_MIN, Math.min(COLUMN_WIDTH_MAX, width)));
}

/** `grid-template-columns` of the visible columns. A width that a person set is exact; the others may grow. */
export function gridTemplate(
  columns: readonly ColumnShape[],
  visible: readonly string[],
  widths: Readonly<Record<string, number>>,
): { readonly template: string; readonly minWidth: number } {
  const shown = visible.flatMap((key) => columns.find((column) => column.key === key) ?? []);
  let minWidth = 0;
  const tracks = shown.map((column) => {
    const chosen = widths[column.key];
    const width = chosen === undefined ? column.width : clampWidth(column, chosen);
    if (!column.grows || chosen !== undefined) {
      minWidth += width;
      return `${width}px`;
    }
    const least = Math.min(width, column.minWidth ?? width);
    minWidth += least;
    return `minmax(${least}px, ${width}fr)`;
  });
  // One column must fill the rest, or the row's line would end before the page.
  if (!tracks.some((track) => track.startsWith('minmax'))) {
    const last = shown.at(-1);
    if (last) tracks[tracks.length - 1] = `minmax(${tracks.at(-1)}, 1fr)`;
  }
  return { template: tracks.join(' '), minWidth };
}
