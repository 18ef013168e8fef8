import type { Readable } from 'node:stream';
import { SPREADSHEET_CELL_MAX_LENGTH } from '@backcounter/domain';
import type { ColumnKind } from '../../db/copy-out.ts';

/** What a cell holds. */
export type Cell = string | number | boolean | Date | null;

/** How PostgreSQL's COPY writes what would break its lines. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** Spreadsheets read such a sequence as the character with that number. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const ZONE = /[+-]\d\d(?::\d\d){0,2}$/;
/** The first day that a spreadsheet can count. */
const DATES_SINCE = '1900-03-01';
const CELL_CUT = '…';

/** Rows of COPY's text format as cells, one after the other, however the bytes are cut. */
export async function* cellRows(stream: Readable, kinds: readonly ColumnKind[]): AsyncGenerator<Cell[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.split('\t').map((value, column) => cellOf(value, kinds[column] ?? 'TEXT'));
  }
}

/** One value of COPY's text format as a cell. */
export function cellOf(value: string, kind: ColumnKind): Cell {
  if (value === '\\N') return null;
  switch (kind) {
    case 'BOOLEAN':
      return value === 'true';
    case 'NUMBER':
      return numberOf(value);
    // Spreadsheets know no zones: the clock of the zone that the heading names.
    case 'INSTANT':
      return dateOf(value, `${value.replace(ZONE, '').replace(' ', 'T')}Z`);
    case 'DATE':
      return dateOf(value, `${value}T00:00:00Z`);
    case 'TEXT':
      return textOf(value.includes('\\') ? unescaped(value) : value);
  }
}

/** A number that a spreadsheet would round stays a text. */
function numberOf(value: string): Cell {
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : value;
}

function dateOf(value: string, iso: string): Cell {
  const date = new Date(iso);
  return value < DATES_SINCE || Number.isNaN(date.getTime()) ? value : date;
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_match, sign: string) => ESCAPES[sign] ?? sign);
}

function textOf(value: string): string {
  const safe = value.includes('_x') ? value.replace(LOOKS_ESCAPED, '_x005F_') : value;
  if (value.length <= SPREADSHEET_CELL_MAX_LENGTH) return safe;
  return `${value.slice(0, SPREADSHEET_CELL_MAX_LENGTH - CELL_CUT.length).toWellFormed()}${CELL_CUT}`;
}
