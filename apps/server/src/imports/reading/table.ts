import { buffer } from 'node:stream/consumers';
import { encodingLabel, IMPORT_LIMITS } from '@backcounter/domain/import';
import type { FileStore } from '../../ports/files.ts';
import { TableError } from '../table-error.ts';
import { isBlank, type TableRow } from '../table-row.ts';
import { type ColumnFormats, FormatSurvey, mayHaveFormat } from '../values/formats.ts';
import { csvRows } from './csv-rows.ts';
import { delimiterOf } from './csv-shape.ts';
import { encodingOf } from './encoding.ts';
import {
  formatOf,
  HEAD_BYTES,
  NO_READING,
  refuseForeignArchive,
  type TableFormat,
  type TableReading,
} from './table-format.ts';
import { XlsxArchive } from './xlsx/xlsx-archive.ts';
import { sheetRows } from './xlsx/xlsx-rows.ts';
import { SharedStrings } from './xlsx/xlsx-strings.ts';
import { readStyles, readWorkbook } from './xlsx/xlsx-workbook.ts';

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
  /** Formats of the dates and numbers of each column. */
  readonly formats: readonly ColumnFormats[];
}

/** Limits for reading heading and samples: rows including empty ones, and bytes per part of a workbook. */
const HEAD_ROWS = 1_000;
/** Rows among which the heading is looked for, and characters of each that are shown. */
const TOP_ROWS = 20;
const TOP_ROW_CHARACTERS = 80;
/** Sheets that are looked at for the one with the table. */
const SHEETS_LOOKED_AT = 8;
const HEAD_PART_BYTES = 5_000_000;
/** Rows whose dates and numbers are looked at. */
const SURVEYED_ROWS = 20_000;

/** The store, as far as reading needs it. */
export type Files = Pick<FileStore, 'read'>;

/**
 * Detects the format of a file and how to read it, where settings in `given` take precedence: the sheet with the largest
 * table at its start, and the first row that is about as wide as the others as the heading. Reads a bounded part of the file.
 * @throws TableError also `heading-missing`
 */
export async function lookAtTable(files: Files, key: string, given: Partial<TableReading>): Promise<TableLook> {
  const { format, sizeBytes, reading } = await recogniseTable(files, key, given);
  const isChosen = given.sheet != null && given.sheet === reading.sheet;
  const sheets = isChosen || reading.sheets.length === 0 ? [reading.sheet] : reading.sheets.slice(0, SHEETS_LOOKED_AT);
  const looks: Head[] = [];
  for (const sheet of sheets) {
    const head = await lookAtSheet(files, { key, format, reading: { ...reading, sheet } }, given.headingRow);
    if (head !== null) looks.push(head);
  }
  const sizeOf = ({ headers, rows }: Head) => headers.length * rows.length;
  const [best] = looks.sort((one, other) => sizeOf(other) - sizeOf(one));
  if (best === undefined) throw new TableError('heading-missing');
  const formats = await formatsOf(files, { key, format, reading: best.reading }, best.headers.length);
  return { format, sizeBytes, ...best, formats };
}

/** The formats in which the columns of a table can be read, by its first rows. Others are refused where they come. */
async function formatsOf(files: Files, file: TableFile, width: number): Promise<ColumnFormats[]> {
  const surveys = Array.from({ length: width }, () => ({
    DATE: new FormatSurvey('DATE'),
    WHOLE: new FormatSurvey('WHOLE'),
  }));
  const bounds = { sheetBytes: HEAD_PART_BYTES, stringBytes: HEAD_PART_BYTES, missed: { any: false } };
  let left = SURVEYED_ROWS;
  try {
    for await (const { number, cells } of allRows(files, file, bounds)) {
      if (number <= file.reading.headingRow) continue;
      for (const [index, survey] of surveys.entries()) {
        const cell = cells[index]?.trim() ?? '';
        if (!mayHaveFormat(cell)) continue;
        survey.DATE.add(cell);
        survey.WHOLE.add(cell);
      }
      left -= 1;
      if (left === 0) break;
    }
  } catch (error) {
    // The check reports it, with its row.
    if (!(error instanceof TableError)) throw error;
  }
  return surveys.map(({ DATE, WHOLE }) => ({ DATE: DATE.choices, WHOLE: WHOLE.choices }));
}

type Head = Pick<TableLook, 'headers' | 'rows' | 'reading'>;

/** The heading and first rows of a sheet or text; null if it is empty. */
async function lookAtSheet(files: Files, file: TableFile, headingRow: number | undefined): Promise<Head | null> {
  // The first rows of a large workbook usually need only its first strings.
  for (const stringBytes of [HEAD_PART_BYTES, 10 * HEAD_PART_BYTES]) {
    const missed = { any: false };
    const bounds = { sheetBytes: HEAD_PART_BYTES, stringBytes, missed };
    const top = await firstRows(allRows(files, file, bounds), TOP_ROWS + IMPORT_LIMITS.sampleRows);
    if (missed.any) continue;
    const unheaded = headingRow === 0 && top[0] ? { number: 0, cells: top[0].cells.map(() => '') } : undefined;
    const heading = unheaded ?? top.find(({ number }) => number === headingRow) ?? headingOf(top);
    if (heading === undefined) return null;
    const topRows = top.slice(0, TOP_ROWS).map(({ number: row, cells }) => ({ row, text: textOf(cells) }));
    return {
      headers: unheaded?.cells ?? namesOf(heading),
      rows: top.filter(({ number }) => number > heading.number).slice(0, IMPORT_LIMITS.sampleRows),
      reading: { ...file.reading, headingRow: heading.number, topRows },
    };
  }
  throw new TableError('file-too-dense');
}

/** The first row that has more than half as many cells as most rows: titles above a table have fewer. */
function headingOf(rows: readonly TableRow[]): TableRow | undefined {
  const widthOf = ({ cells }: TableRow) => cells.filter((cell) => cell.trim() !== '').length;
  const widths = Map.groupBy(rows.map(widthOf), (width) => width);
  const [[typical] = [0]] = [...widths].sort(([a, x], [b, y]) => y.length - x.length || b - a);
  return rows.find((row) => widthOf(row) * 2 > typical);
}

function textOf(cells: readonly string[]): string {
  const text = cells
    .filter((cell) => cell.trim() !== '')
    .join(' · ')
    .replaceAll('\0', '\ufffd');
  return text.length > TOP_ROW_CHARACTERS
    ? `${text.slice(0, TOP_ROW_CHARACTERS).toWellFormed()}…`
    : text.toWellFormed();
}

async function recogniseTable(
  files: Files,
  key: string,
  given: Partial<TableReading>,
): Promise<Omit<TableLook, 'formats' | 'headers' | 'rows'>> {
  const { content, sizeBytes } = await files.read(key, { start: 0, end: HEAD_BYTES - 1 });
  const head = await buffer(content);
  const format = formatOf(head);
  if (format === 'CSV') {
    const { encoding, choices } =
      given.encoding == null ? encodingOf(head) : { encoding: given.encoding, choices: given.choices ?? [] };
    const text = new TextDecoder(encodingLabel(encoding)).decode(head, { stream: true });
    return {
      format,
      reading: { ...NO_READING, encoding, choices, delimiter: given.delimiter ?? delimiterOf(text) },
      sizeBytes,
    };
  }
  if (format === 'JSON') return { format, reading: NO_READING, sizeBytes };
  const archive = await XlsxArchive.open(files, key, sizeBytes);
  try {
    refuseForeignArchive((part) => archive.has(part));
    const sheets = (await readWorkbook(archive)).sheets.map(({ name }) => name);
    const sheet = given.sheet != null && sheets.includes(given.sheet) ? given.sheet : (sheets[0] ?? null);
    return { format, reading: { ...NO_READING, sheets, sheet }, sizeBytes };
  } finally {
    archive.close();
  }
}

/** The first rows that are not empty. */
async function firstRows(source: AsyncGenerator<TableRow>, max: number): Promise<TableRow[]> {
  const found: TableRow[] = [];
  let read = 0;
  try {
    for await (const row of source) {
      read += 1;
      if (read > HEAD_ROWS) break;
      if (!isBlank(row)) found.push(row);
      if (found.length >= max) break;
    }
  } catch (error) {
    // Problems after the heading are reported by the check, with their row.
    if (!(error instanceof TableError && found.length > 0 && error.row > 0)) throw error;
  }
  return found;
}

/** Limits for reading a workbook; `missed` reports a shared string beyond them. */
interface WorkbookBounds {
  readonly sheetBytes: number;
  readonly stringBytes: number;
  readonly missed: { any: boolean };
}

const UNBOUNDED = { sheetBytes: Number.POSITIVE_INFINITY, stringBytes: Number.POSITIVE_INFINITY };

/** Streams the rows of a file from the heading on, in constant memory. @throws TableError */
export async function* tableRows(files: Files, file: TableFile): AsyncGenerator<TableRow> {
  const { headingRow = 1 } = file.reading;
  for await (const row of allRows(files, file)) if (row.number >= headingRow) yield row;
}

async function* allRows(
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
    const styles = await readStyles(archive);
    const strings = await SharedStrings.read(
      archive.has('xl/sharedStrings.xml') ? await archive.part('xl/sharedStrings.xml') : null,
      stringBytes,
    );
    try {
      yield* sheetRows(await archive.part(sheet.part), { strings, styles, isFrom1904 }, sheetBytes);
    } finally {
      missed.any = strings.hasMissed;
      await strings.close();
    }
  } finally {
    archive.close();
  }
}

/** Column names of a heading: the cells up to the last non-empty one, at most as many as are read. */
function namesOf({ cells }: TableRow): string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, Math.min(last + 1, IMPORT_LIMITS.columnsMax)).map((cell) => cell.trim());
}
