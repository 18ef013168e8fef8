import type { Readable } from 'node:stream';
import { IMPORT_LIMITS } from '@backcounter/domain/import';
import { TableError } from '../../table-error.ts';
import type { TableRow } from '../../table-row.ts';
import type { SharedStrings } from './xlsx-strings.ts';
import { readXml, unescaped, type XmlHandler } from './xlsx-xml.ts';

const DAY_MS = 86_400_000;
/** Maximum rows and columns of a worksheet (Excel specifications and limits). */
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Day 0 of the two date systems. */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) } as const;

/** Data of the workbook needed to read cells. */
export interface CellContext {
  readonly strings: SharedStrings;
  readonly dateStyles: ReadonlySet<number>;
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
  { strings, dateStyles, isFrom1904 }: CellContext,
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
      return dateStyles.has(Number(style)) ? isoText(number, isFrom1904) : String(number);
    }
  }
}

/** A day as ISO 8601, with a time unless it is midnight. */
function isoText(days: number, isFrom1904: boolean): string {
  const instant = new Date(DAY_0[isFrom1904 ? 1904 : 1900] + Math.round(days * DAY_MS));
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
