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

/** A row on its way through a job. */
export interface SourceRow extends TableRow {
  /** Why it is not written: only its keys or counts matter. */
  readonly use?: 'done' | 'imported' | 'keys' | 'left-out' | 'refused' | undefined;
  /** Corrected rows run after those of the file. */
  readonly isCorrected?: boolean;
}

const CORRECTED_FROM = 2 ** 40;

/** Position of a row among the rows of a job. */
export function positionOf({ number, isCorrected }: SourceRow): number {
  return isCorrected === true ? CORRECTED_FROM + number : number;
}

/** Whether all cells of a row are empty. */
export function isBlank({ cells }: TableRow): boolean {
  return cells.every((cell) => cell.trim() === '');
}
