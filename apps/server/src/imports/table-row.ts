/** A row of a file. */
export interface TableRow {
  /** Row number as in a spreadsheet: the heading is 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Of an archive of pictures: the content of a file, or why it can't be read. */
  readonly entry?:
    | { readonly bytes: Uint8Array<ArrayBuffer> }
    | { readonly rule: string; readonly params?: Readonly<Record<string, number>> };
}

/** Whether all cells of a row are empty. */
export function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}
