import type { ImportDelimiter, ImportEncoding } from '@backcounter/domain/import';
import { TableError } from '../table-error.ts';
import type { EncodingChoice } from './encoding.ts';

/** A row at the start of a file, as one text. */
export interface TopRow {
  readonly row: number;
  readonly text: string;
}

/** How to read a file. */
export interface TableReading {
  /** For text files. */
  readonly encoding: ImportEncoding | null;
  readonly delimiter: ImportDelimiter | null;
  /** Readings to choose from while the encoding is not certain. */
  readonly choices: readonly EncodingChoice[];
  /** For workbooks: sheet names, and the chosen sheet. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  /** Row with the headings, and the first rows to choose it from. */
  readonly headingRow: number;
  readonly topRows: readonly TopRow[];
}

export type TableFormat = 'CSV' | 'JSON' | 'XLSX' | 'ZIP';

/** Of a file without choices. */
export const NO_READING = {
  encoding: null,
  choices: [],
  delimiter: null,
  sheets: [],
  sheet: null,
  headingRow: 1,
  topRows: [],
} as const satisfies TableReading;

/** Bytes at the start that determine the format. */
export const HEAD_BYTES = 262_144;
/** The character of each delimiter. */
export const DELIMITER_SIGNS = { COMMA: ',', SEMICOLON: ';', TAB: '\t', BAR: '|' } as const satisfies Record<
  ImportDelimiter,
  string
>;
/** Signatures of files mistaken for tables. */
const FOREIGN = {
  '%PDF': 'PDF',
  '\xd0\xcf\x11\xe0': 'Excel 97–2003 (.xls)',
  '\x09\x08': 'Excel 5 (.xls)',
  '\x1f\x8b': 'GZIP',
  '7z\xbc\xaf': '7-Zip',
  'Rar!': 'RAR',
  '\x89PNG': 'PNG',
  '\xff\xd8\xff': 'JPEG',
  '{\\rtf': 'RTF',
} as const;
const HTML = /^\s*(<\?xml[^<]*)?<(!doctype html|html|head|body|meta|style|table)\b/i;
const XML = /^\s*<(\?xml|\w+:workbook|workbook)\b/i;

/** Archives of other programs, by a part that they have. */
const FOREIGN_PARTS = {
  'content.xml': 'OpenDocument (.ods)',
  'xl/workbook.bin': 'Excel Binary (.xlsb)',
  'index/document.iwa': 'Numbers',
  'word/document.xml': 'Word',
} as const;

/** @throws TableError `file-type` for an archive that another program wrote */
export function refuseForeignArchive(has: (part: string) => boolean): void {
  for (const [part, kind] of Object.entries(FOREIGN_PARTS))
    if (has(part)) throw new TableError('file-type', 0, { kind });
}

/** Detects the format of a file by its content. @throws TableError `file-type`, `file-empty` */
export function formatOf(head: Buffer): TableFormat {
  if (head.length === 0) throw new TableError('file-empty');
  if (head.subarray(0, 4).toString('latin1') === 'PK\x03\x04') return 'XLSX';
  if (head.includes(Buffer.from('EncryptedPackage', 'utf16le')))
    throw new TableError('file-type', 0, { kind: 'XLSX (password)' });
  const start = head.subarray(0, 1_000).toString('latin1');
  const text = start.replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '').replaceAll('\0', '');
  const [, signed] = Object.entries(FOREIGN).find(([sign]) => start.startsWith(sign)) ?? [];
  const kind = signed ?? (HTML.test(text) ? 'HTML' : XML.test(text) ? 'XML' : undefined);
  if (kind !== undefined) throw new TableError('file-type', 0, { kind });
  // A heading never starts like a JSON object.
  return /^\s*\{/.test(text) ? 'JSON' : 'CSV';
}
