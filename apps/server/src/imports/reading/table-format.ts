import { IMPORT_DELIMITERS, type ImportDelimiter, type ImportEncoding } from '@backcounter/domain/import';
import { TableError } from '../table-error.ts';

/** How to read a file. */
export interface TableReading {
  /** For text files. */
  readonly encoding: ImportEncoding | null;
  readonly delimiter: ImportDelimiter | null;
  /** For workbooks: sheet names, and the chosen sheet. */
  readonly sheets: readonly string[];
  readonly sheet: string | null;
}

export type TableFormat = 'CSV' | 'JSON' | 'XLSX';

/** Bytes at the start that determine the format. */
export const HEAD_BYTES = 262_144;
/** The character of each delimiter. */
export const DELIMITER_SIGNS = { COMMA: ',', SEMICOLON: ';', TAB: '\t', BAR: '|' } as const satisfies Record<
  ImportDelimiter,
  string
>;
/** `TextDecoder` labels of encodings. */
export const ENCODING_LABELS = {
  UTF_8: 'utf-8',
  UTF_16LE: 'utf-16le',
  UTF_16BE: 'utf-16be',
  WINDOWS_1252: 'windows-1252',
} as const satisfies Record<ImportEncoding, string>;
/** Signatures of files mistaken for tables: PDF, workbooks before 2007, gzip, PNG, JPEG, RTF, HTML. */
const FOREIGN = ['%PDF', '\xd0\xcf\x11\xe0', '\x1f\x8b', '\x89PNG', '\xff\xd8\xff', '{\\rtf', '<!DOCTYPE', '<html'];

/** Detects the format of a file by its content. @throws TableError `file-type`, `file-empty` */
export function formatOf(head: Buffer): TableFormat {
  if (head.length === 0) throw new TableError('file-empty');
  const start = head.subarray(0, 16).toString('latin1');
  if (start.startsWith('PK\x03\x04')) return 'XLSX';
  if (FOREIGN.some((sign) => start.startsWith(sign))) throw new TableError('file-type');
  // A heading never starts like a JSON object.
  return /^(\xef\xbb\xbf)?\s*\{/.test(head.subarray(0, 1_000).toString('latin1')) ? 'JSON' : 'CSV';
}

/** The most likely encoding of a text. */
export function encodingOf(head: Buffer): ImportEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'UTF_16LE';
  if (head[0] === 0xfe && head[1] === 0xff) return 'UTF_16BE';
  // Latin text in UTF-16 has a zero in every other byte.
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && odd > even * 4) return 'UTF_16LE';
  if (even > many && even > odd * 4) return 'UTF_16BE';
  return isUtf8(head) ? 'UTF_8' : 'WINDOWS_1252';
}

/** The delimiter that splits the heading into the most cells, ignoring quoted text. */
export function delimiterOf(text: string): ImportDelimiter {
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n' || sign === '\r') break;
    else counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const countOf = (delimiter: ImportDelimiter) => counts.get(DELIMITER_SIGNS[delimiter]) ?? 0;
  const [best = 'COMMA'] = [...IMPORT_DELIMITERS].sort((a, b) => countOf(b) - countOf(a));
  return best;
}

function isUtf8(head: Buffer): boolean {
  try {
    // Streaming, because the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
