/** A file that cannot be read from some row on. */
export class TableError extends Error {
  /** Name of the broken rule, as in field problems. */
  readonly rule: string;
  /** Spreadsheet row of the problem; 0 for the whole file. */
  readonly row: number;

  /** Kind of a file that cannot be read. */
  readonly kind: string | undefined;

  constructor(rule: string, row = 0, { kind, ...options }: ErrorOptions & { readonly kind?: string | undefined } = {}) {
    super(`The file cannot be read: ${rule} at row ${row}`, options);
    this.kind = kind;
    this.rule = rule;
    this.row = row;
  }
}
