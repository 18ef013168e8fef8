import type { Readable } from 'node:stream';
import { IMPORT_LIMITS } from '@backcounter/domain/import';
import { TableError } from '../../table-error.ts';
import type { TableRow } from '../../table-row.ts';
import type { SharedStrings } from './xlsx-strings.ts';
import type { CellStyles } from './xlsx-workbook.ts';
import { readXml, unescaped, type XmlHandler } from './xlsx-xml.ts';

const DAY_MS = 86_400_000;
/** Maximum rows and columns of a worksheet (Excel specifications and limits). */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Day 0 of the two date systems. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** Number of the day that Excel has in addition. */
const LEAP_DAY = 60;

/** Data of the workbook needed to read cells. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly styles: CellStyles;
  readonly isFrom1904: boolean;
}

/**
 * Streams the rows of a sheet; rows missing from the file are skipped. For a formula it returns the stored result.
 * Stops after `bytesMax`. @throws TableError `file-damaged`, `cell-size`, `file-too-dense`
 */
export async function* sheetRows(content: Readable, context: CellContext, bytesMax: number): AsyncGenerator<TableRow> {
  let ready: TableRow[] = [];
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let type: string | undefined;
  let style: string | undefined;
  let inline = '';
  let value = '';
  const handler: XmlHandler = {
    open: (name, attribute) => {
      if (name === 'row') {
        const stated = Number(attribute('r') ?? number + 1);
        if (!(stated > number)) throw new TableError('file-damaged', number);
        if (stated > ROWS_MAX) throw new TableError('file-too-dense', number);
        number = stated;
        cells = [];
        column = -1;
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1;
        if (column >= COLUMNS_MAX) throw new TableError('file-too-dense', number);
        type = attribute('t');
        style = attribute('s');
        inline = '';
        value = '';
      }
    },
    close: (name, text) => {
      if (name === 'v') value = text;
      else if (name === 't') inline += text;
      else if (name === 'c') {
        const cell = cellText(type, unescaped(type === 'inlineStr' ? inline : value), style, context);
        if (cell.length > IMPORT_LIMITS.cellMax) throw new TableError('cell-size', number);
        // Cells beyond the last column read still count as one cell too many.
        const place = Math.min(column, IMPORT_LIMITS.columnsMax);
        if (cell === '') return;
        while (cells.length < place) cells.push('');
        cells[place] = cell;
      } else if (name === 'row') ready.push({ number, cells });
    },
  };
  for await (const _turn of readXml(content, handler, bytesMax)) {
    yield* ready;
    ready = [];
  }
}

function cellText(
  type: string | undefined,
  value: string,
  style: string | undefined,
  { strings, styles, isFrom1904 }: CellContext,
): string {
  switch (type) {
    case 's':
      return strings.get(Number(value)) ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'd':
    case 'e':
    case 'inlineStr':
    case 'str':
      return value;
    default: {
      const number = Number(value);
      if (value === '' || !Number.isFinite(number)) return value;
      const shown = styles.get(Number(style));
      if (shown === 'day') return isoText(number, isFrom1904);
      return shown !== undefined && Number.isInteger(number) && number >= 0 ? byPattern(number, shown) : String(number);
    }
  }
}

/** A number with leading zeros and literals, such as `01067` or `+49301234567`. */
function byPattern(number: number, pattern: readonly string[]): string {
  const zeros = pattern.filter((part) => part === '0').length;
  const digits = String(number).padStart(zeros, '0');
  let at = digits.length - zeros;
  const [first] = [pattern.indexOf('0')];
  return pattern
    .map((part, index) => (part !== '0' ? part : index === first ? digits.slice(0, ++at) : digits[at++]))
    .join('');
}

/**
 * A day as ISO 8601, with a time unless it is midnight. Excel counts a February 29, 1900, which did not exist: it stays as
 * it is, and the days before it have one more.
 */
function isoText(days: number, isFrom1904: boolean): string {
  if (!isFrom1904 && Math.floor(days) === LEAP_DAY) return '1900-02-29';
  const more = !isFrom1904 && days < LEAP_DAY ? 1 : 0;
  const instant = new Date(DAY_0[isFrom1904 ? 1904 : 1900] + Math.round((days + more) * DAY_MS));
  if (Number.isNaN(instant.getTime())) return String(days);
  const text = instant.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}

/** Column of a cell reference, from 0: `AB12` is 27. */
function columnOf(name: string | undefined): number | null {
  const letters = name === undefined ? null : /^[A-Z]{1,3}/.exec(name)?.[0];
  if (letters == null) return null;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
