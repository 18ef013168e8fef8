import { SPREADSHEET_CELL_MAX_LENGTH } from '@backcounter/domain';
import type { ColumnKind } from '../../../db/copy-out.ts';

/** Indexes of cell formats in `xl/styles.xml`; 0 is no format. */
export const CELL_FORMATS = {
  DATE: { index: 1, code: 'yyyy-mm-dd' },
  INSTANT: { index: 2, code: 'yyyy-mm-dd hh:mm:ss' },
} as const;

/** Escapes of PostgreSQL's COPY for characters that would break its lines. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** Spreadsheets read such a sequence as the character with that number. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Text without a match needs no escaping in XML. */
const SPECIAL = /[&<>_\p{Cc}\ufffe\uffff]|^ | $/u;
const SPACES_MATTER = /^ | $|[\t\n]/;
const CELL_CUT = '…';

/** Floating-point numbers keep up to this many digits exactly. */
const DIGITS_MAX = 15;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const CLOCK = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d(?:\.\d+)?))?(?:[+-]\d\d(?::\d\d){0,2})?$/;
/** First day with a correct serial number in spreadsheets. */
const DATES_SINCE = '1900-03-01';
/** Serial number of 1 January 1970 in a spreadsheet. */
const EPOCH_DAY = 25_569;
const DAY_SECONDS = 86_400;

/**
 * Converts a value of COPY's text format to a cell; an empty value gives no cell. `ref` is the name of the cell, such
 * as `B7`.
 */
export function cellXml(ref: string, value: string, kind: ColumnKind): string {
  if (value === '\\N' || value === '') return '';
  switch (kind) {
    case 'BOOLEAN':
      return `<c r="${ref}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`;
    case 'NUMBER':
      return isExact(value) ? `<c r="${ref}"><v>${value}</v></c>` : textXml(ref, value);
    case 'DATE':
    case 'INSTANT': {
      const day = dayNumber(value);
      return day === null ? textXml(ref, value) : `<c r="${ref}" s="${CELL_FORMATS[kind].index}"><v>${day}</v></c>`;
    }
    case 'TEXT':
      return textXml(ref, value.includes('\\') ? unescaped(value) : value);
  }
}

/** Converts text to a cell: never a number or a formula, truncated to the maximum length of a cell. */
export function textXml(ref: string, text: string): string {
  const held = cut(text);
  const xml = SPECIAL.test(held) ? escaped(held) : held;
  const space = SPACES_MATTER.test(held) ? ' xml:space="preserve"' : '';
  return `<c r="${ref}" t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
}

/** Whether a spreadsheet stores the number without rounding; others are stored as text. */
function isExact(value: string): boolean {
  return DECIMAL.test(value) && value.replace(/\D/g, '').replace(/^0+/, '').length <= DIGITS_MAX;
}

/**
 * Converts an instant to a serial number. Spreadsheets have no time zones: the number is local time in the zone that
 * the heading names. Null if out of range.
 */
function dayNumber(value: string): number | null {
  const parts = CLOCK.exec(value);
  if (parts === null || value < DATES_SINCE) return null;
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0] = parts;
  const time = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return serialDay(Number(year), Number(month), Number(day), time);
}

/** Returns the serial number of a day, with the time as a fraction; from March 1900 on. */
export function serialDay(year: number, month: number, day: number, seconds: number): number {
  return EPOCH_DAY + Date.UTC(year, month - 1, day) / (1_000 * DAY_SECONDS) + seconds / DAY_SECONDS;
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_match, sign: string) => ESCAPES[sign] ?? sign);
}

function cut(text: string): string {
  if (text.length <= SPREADSHEET_CELL_MAX_LENGTH) return text;
  return `${text.slice(0, SPREADSHEET_CELL_MAX_LENGTH - CELL_CUT.length).toWellFormed()}${CELL_CUT}`;
}

function escaped(text: string): string {
  return text
    .replace(LOOKS_ESCAPED, '_x005F_')
    .replace(/[&<>]/g, (sign) => MARKUP[sign] ?? sign)
    .replace(/[\p{Cc}\ufffe\uffff]/gu, controlXml);
}

/** Escapes a control character in the syntax of spreadsheets, because XML can't contain most of them. */
function controlXml(sign: string): string {
  const code = sign.charCodeAt(0);
  const isSayable = sign === '\t' || sign === '\n' || (code > 0x1f && code < 0xfffe);
  return isSayable ? sign : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
