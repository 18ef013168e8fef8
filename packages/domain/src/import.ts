import type { Permission } from './policy.ts';

/** What can be filled from a file, by the name of its list, and what that takes besides `import.use`. */
export const IMPORT_PERMISSIONS = {
  ACCOUNTS: 'account.edit',
  AREAS: 'area.edit',
  BADGES: 'badge.edit',
  BADGE_CATEGORIES: 'badge-category.edit',
  COUNTRIES: 'country.edit',
  STORES: 'store.edit',
  TOPICS: 'topic.edit',
  TOPIC_CATEGORIES: 'topic-category.edit',
  TRANSLATIONS: 'translation.write',
} as const satisfies Readonly<Record<string, Permission>>;
export type ImportEntity = keyof typeof IMPORT_PERMISSIONS;

/** The entities, in the order of the table. */
export const IMPORT_ENTITIES = Object.keys(IMPORT_PERMISSIONS) as readonly ImportEntity[];

/** What an empty cell says about a record that is there already: nothing, or that the value is to go. */
export const IMPORT_EMPTY_CELLS = ['LEAVE', 'CLEAR'] as const;
export type ImportEmptyCells = (typeof IMPORT_EMPTY_CELLS)[number];

/** What becomes of a row whose record is there already. */
export const IMPORT_EXISTING_ROWS = ['UPDATE', 'SKIP'] as const;
export type ImportExistingRows = (typeof IMPORT_EXISTING_ROWS)[number];

/** What becomes of a row whose record is not there yet. */
export const IMPORT_MISSING_ROWS = ['CREATE', 'SKIP'] as const;
export type ImportMissingRows = (typeof IMPORT_MISSING_ROWS)[number];

/** How the characters of a text file may be written. */
export const IMPORT_ENCODINGS = ['UTF_8', 'UTF_16LE', 'UTF_16BE', 'WINDOWS_1252'] as const;
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number];

/** What may stand between the cells of a text file. */
export const IMPORT_DELIMITERS = ['COMMA', 'SEMICOLON', 'TAB', 'BAR'] as const;
export type ImportDelimiter = (typeof IMPORT_DELIMITERS)[number];

/** What a file to import may be. */
export const IMPORT_LIMITS = {
  bytesMax: 512_000_000,
  columnsMax: 200,
  rowsMax: 5_000_000,
  /** Characters of one cell; a spreadsheet holds no more. */
  cellMax: 32_767,
  /** Rows shown of a file before it is imported, and refused rows shown after a check. */
  sampleRows: 5,
  problemsShown: 100,
  /** Files and what people said about them are kept for so long. */
  keptHours: 24,
  fileNameMax: 200,
} as const;
