import { buffer } from 'node:stream/consumers';
import { IMPORT_LIMITS } from '@backcounter/domain/import';
import type { FileStore } from '../../ports/files.ts';
import { TableError } from '../table-error.ts';
import { isBlank, type TableRow } from '../table-row.ts';
import { csvRows } from './csv-rows.ts';
import {
  delimiterOf,
  ENCODING_LABELS,
  encodingOf,
  formatOf,
  HEAD_BYTES,
  type TableFormat,
  type TableReading,
} from './table-format.ts';
import { XlsxArchive } from './xlsx/xlsx-archive.ts';
import { sheetRows } from './xlsx/xlsx-rows.ts';
import { SharedStrings } from './xlsx/xlsx-strings.ts';
import { readDateStyles, readWorkbook } from './xlsx/xlsx-workbook.ts';

/** A stored file with rows. */
export interface TableFile {
  readonly key: string;
  readonly format: TableFormat;
  readonly reading: TableReading;
}

/** Column names and the first rows of a file, and how to read it. */
export interface TableLook extends Omit<TableFile, 'key'> {
  readonly sizeBytes: number;
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Limits for reading heading and samples: rows including empty ones, and bytes per part of a workbook. */
const HEAD_ROWS = 1_000;
const HEAD_PART_BYTES = 5_000_000;

/** The store, as far as reading needs it. */
export type Files = Pick<FileStore, 'read'>;

/**
 * Detects the format of a file and how to read it, where settings in `given` take precedence. Reads the heading (the
 * first non-empty row) and some rows, from a bounded part of the file.
 * @throws TableError also `heading-missing`
 */
export async function lookAtTable(files: Files, key: string, given: Partial<TableReading>): Promise<TableLook> {
  const recognised = await recogniseTable(files, key, given);
  const file = { key, ...recognised };
  // The first rows of a large workbook usually need only its first strings.
  for (const stringBytes of [HEAD_PART_BYTES, 10 * HEAD_PART_BYTES]) {
    const missed = { any: false };
    const rows = tableRows(files, file, { sheetBytes: HEAD_PART_BYTES, stringBytes, missed });
    const head = await firstRows(rows, IMPORT_LIMITS.sampleRows);
    if (!missed.any) return { ...recognised, ...head };
  }
  throw new TableError('file-too-dense');
}

async function recogniseTable(
  files: Files,
  key: string,
  given: Partial<TableReading>,
): Promise<Omit<TableLook, 'headers' | 'rows'>> {
  const { content, sizeBytes } = await files.read(key, { start: 0, end: HEAD_BYTES - 1 });
  const head = await buffer(content);
  const format = formatOf(head);
  if (format === 'CSV') {
    const encoding = given.encoding ?? encodingOf(head);
    const text = new TextDecoder(ENCODING_LABELS[encoding]).decode(head, { stream: true });
    const reading = { encoding, delimiter: given.delimiter ?? delimiterOf(text), sheets: [], sheet: null };
    return { format, reading, sizeBytes };
  }
  if (format === 'JSON')
    return { format, reading: { encoding: null, delimiter: null, sheets: [], sheet: null }, sizeBytes };
  const archive = await XlsxArchive.open(files, key, sizeBytes);
  try {
    const sheets = (await readWorkbook(archive)).sheets.map(({ name }) => name);
    const sheet = given.sheet != null && sheets.includes(given.sheet) ? given.sheet : (sheets[0] ?? null);
    return { format, reading: { encoding: null, delimiter: null, sheets, sheet }, sizeBytes };
  } finally {
    archive.close();
  }
}

async function firstRows(source: AsyncGenerator<TableRow>, rows: number): Promise<Pick<TableLook, 'headers' | 'rows'>> {
  let headers: string[] | null = null;
  const found: TableRow[] = [];
  let read = 0;
  try {
    for await (const row of source) {
      read += 1;
      if (read > HEAD_ROWS) break;
      if (isBlank(row)) continue;
      if (headers === null) headers = headingOf(row);
      else found.push(row);
      if (found.length >= rows) break;
    }
  } catch (error) {
    // Problems after the heading are reported by the check, with their row.
    if (!(error instanceof TableError && headers !== null && error.row > 0)) throw error;
  }
  if (headers === null) throw new TableError('heading-missing');
  return { headers, rows: found };
}

/** Limits for reading a workbook; `missed` reports a shared string beyond them. */
interface WorkbookBounds {
  readonly sheetBytes: number;
  readonly stringBytes: number;
  readonly missed: { any: boolean };
}

const UNBOUNDED = { sheetBytes: Number.POSITIVE_INFINITY, stringBytes: Number.POSITIVE_INFINITY };

/** Streams all rows of a file, heading first, in constant memory. @throws TableError */
export async function* tableRows(
  files: Files,
  { key, format, reading }: TableFile,
  { sheetBytes, stringBytes, missed }: WorkbookBounds = { ...UNBOUNDED, missed: { any: false } },
): AsyncGenerator<TableRow> {
  if (format === 'CSV') {
    const { content } = await files.read(key);
    yield* csvRows(content, reading.encoding ?? 'UTF_8', reading.delimiter ?? 'COMMA');
    return;
  }
  if (format === 'JSON') {
    // Loads the reader of messages, which other files do not need.
    const { jsonRows } = await import('./json-rows.ts');
    yield* jsonRows((await files.read(key)).content);
    return;
  }
  const { content, sizeBytes } = await files.read(key, { start: 0, end: 0 });
  content.destroy();
  const archive = await XlsxArchive.open(files, key, sizeBytes);
  try {
    const { sheets, isFrom1904 } = await readWorkbook(archive);
    const sheet = sheets.find(({ name }) => name === reading.sheet) ?? sheets[0];
    if (sheet === undefined) throw new TableError('file-damaged');
    const dateStyles = await readDateStyles(archive);
    const strings = await SharedStrings.read(
      archive.has('xl/sharedStrings.xml') ? await archive.part('xl/sharedStrings.xml') : null,
      stringBytes,
    );
    try {
      yield* sheetRows(await archive.part(sheet.part), { strings, dateStyles, isFrom1904 }, sheetBytes);
    } finally {
      missed.any = strings.hasMissed;
      await strings.close();
    }
  } finally {
    archive.close();
  }
}

/** Column names of a heading: the cells up to the last non-empty one, at most as many as are read. */
function headingOf({ cells }: TableRow): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, Math.min(last + 1, IMPORT_LIMITS.columnsMax)).map((cell) => cell.trim());
}
