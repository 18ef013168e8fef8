/** A file that cannot be read from some row on. */
export class TableError extends Error {
  /** Name of the broken rule, as in field problems. */
  readonly rule: string;
  /** Spreadsheet row of the problem; 0 for the whole file. */
  readonly row: number;

  constructor(rule: string, row = 0, options?: ErrorOptions) {
    super(`The file cannot be read: ${rule} at row ${row}`, options);
    this.rule = rule;
    this.row = row;
  }
}
