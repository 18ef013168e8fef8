/** A row of a file. */
export interface TableRow {
  /** Row number as in a spreadsheet: the heading is 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Whether all cells of a row are empty. */
export function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}
