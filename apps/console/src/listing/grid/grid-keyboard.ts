import { shortcutKey } from '../../lib/page/shortcut-key.ts';

/** A cell of the grid; row -1 is the header. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Visible rows: the step of PageUp and PageDown. */
  readonly rowsInView: number;
  readonly hasHeader: boolean;
  readonly isRightToLeft: boolean;
  /** Rows can be selected. */
  readonly isSelectable: boolean;
  /** Space opens the pane beside the list; without one, it selects. */
  readonly canPeek: boolean;
}

export interface GridKey {
  readonly key: string;
  /** The physical key, for layouts without Latin letters. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** Keys of the pane beside the list. */
export type PeekKey = ' ' | 'e' | '.';

export type GridMove =
  | { readonly kind: 'focus'; readonly cell: GridCell }
  | { readonly kind: 'open'; readonly inNewTab: boolean }
  /** The row, or with `isRange` all rows up to it. */
  | { readonly kind: 'select'; readonly isRange: boolean }
  /** The cursor moves and extends the selection. */
  | { readonly kind: 'extend'; readonly cell: GridCell }
  /** Opens or closes the pane beside the list, edits the row, or shows its actions. */
  | { readonly kind: 'pane'; readonly key: PeekKey }
  | { readonly kind: 'select-page' }
  | { readonly kind: 'copy' };

/** Effect of a key on a cell (WAI-ARIA grid pattern); null when the grid ignores it. */
export function gridMove(at: GridCell, key: GridKey, size: GridSize): GridMove | null {
  if (key.altKey) return null;
  const hasControl = key.ctrlKey || key.metaKey;
  const lettered = hasControl ? null : letterMove(at, key, size);
  if (lettered) return lettered;
  if (size.isSelectable) {
    const selecting = selectingMove(at, key, size);
    if (selecting) return selecting;
  }
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  const firstRow = size.hasHeader ? -1 : 0;
  const to = (row: number, column: number): GridMove => ({
    kind: 'focus',
    cell: {
      row: Math.max(firstRow, Math.min(lastRow, row)),
      column: Math.max(0, Math.min(lastColumn, column)),
    },
  });
  const step = Math.max(1, size.rowsInView - 1);
  switch (key.key) {
    case 'ArrowDown':
      return hasControl ? null : to(at.row + 1, at.column);
    case 'ArrowUp':
      return hasControl ? null : to(at.row - 1, at.column);
    case 'ArrowRight':
      return hasControl ? null : to(at.row, at.column + (size.isRightToLeft ? -1 : 1));
    case 'ArrowLeft':
      return hasControl ? null : to(at.row, at.column + (size.isRightToLeft ? 1 : -1));
    case 'Home':
      return hasControl ? to(0, 0) : to(at.row, 0);
    case 'End':
      return hasControl ? to(lastRow, lastColumn) : to(at.row, lastColumn);
    case 'PageDown':
      return to(at.row + step, at.column);
    case 'PageUp':
      // Only an arrow moves from the body to the header: PageUp should land on data.
      return to(at.row === -1 ? -1 : Math.max(0, at.row - step), at.column);
    case 'Enter':
      return at.row >= 0 ? { kind: 'open', inNewTab: hasControl } : null;
    case 'c':
      return hasControl && at.row >= 0 ? { kind: 'copy' } : null;
    default:
      return null;
  }
}

/** Letters, and Space, on a row. */
function letterMove(at: GridCell, key: GridKey, size: GridSize): GridMove | null {
  const letter = shortcutKey(key);
  if (letter === 'j' || letter === 'k') {
    const row = Math.max(0, Math.min(size.rows - 1, at.row + (letter === 'j' ? 1 : -1)));
    return { kind: 'focus', cell: { ...at, row } };
  }
  if (at.row < 0) return null;
  if (letter === 'x' && size.isSelectable) return { kind: 'select', isRange: key.shiftKey };
  if (!size.canPeek || key.shiftKey) return null;
  return letter === ' ' || letter === 'e' || letter === '.' ? { kind: 'pane', key: letter } : null;
}

function selectingMove(at: GridCell, key: GridKey, size: GridSize): GridMove | null {
  const hasControl = key.ctrlKey || key.metaKey;
  if (hasControl) return key.key === 'a' || key.code === 'KeyA' ? { kind: 'select-page' } : null;
  if (at.row < 0) return null;
  if (key.key === ' ') return { kind: 'select', isRange: key.shiftKey };
  if (!key.shiftKey) return null;
  const step = Math.max(1, size.rowsInView - 1);
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: step, PageUp: -step }[key.key];
  if (by === undefined) return null;
  return { kind: 'extend', cell: { ...at, row: Math.max(0, Math.min(size.rows - 1, at.row + by)) } };
}

/** Keeps the cell valid when rows or columns are removed. */
export function clampCell(at: GridCell, size: Pick<GridSize, 'rows' | 'columns' | 'hasHeader'>): GridCell {
  const firstRow = size.hasHeader ? -1 : 0;
  return {
    row: Math.max(firstRow, Math.min(size.rows - 1, at.row)),
    column: Math.max(0, Math.min(size.columns - 1, at.column)),
  };
}
