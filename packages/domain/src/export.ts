/** File formats of a list export. */
export const EXPORT_FORMATS = ['CSV', 'XLSX'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Limits of an export. */
export const EXPORT_LIMITS = {
  columnsMax: 60,
  headingMaxLength: 100,
} as const;

/** Most characters (UTF-16 units) that a cell of a spreadsheet holds. */
export const SPREADSHEET_CELL_MAX_LENGTH = 32_767;
/** Most rows of a sheet, the heading included. */
export const SPREADSHEET_ROWS_MAX = 1_048_576;
