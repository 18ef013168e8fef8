import { AppError } from '@backcounter/domain';

/** What is wrong with a file as a whole: from a row on it cannot be read. */
export class TableError extends Error {
  /** Names the rule, as problems of fields do. */
  readonly rule: string;
  /** Row on which it shows, as a spreadsheet counts; 0 for the file itself. */
  readonly row: number;

  constructor(rule: string, row = 0, options?: ErrorOptions) {
    super(`The file cannot be read: ${rule} at row ${row}`, options);
    this.rule = rule;
    this.row = row;
  }
}

/** The error of a form whose file cannot be read. */
export function fileInvalid({ rule, row }: TableError): AppError {
  return new AppError('field.invalid', {
    message: 'The file cannot be read.',
    details: { fields: { file: [{ rule, params: { row } }] } },
  });
}
