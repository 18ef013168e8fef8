import { SPREADSHEET_CELL_MAX_LENGTH } from '@backcounter/domain';
import type { ColumnKind } from '../../../db/copy-out.ts';

/** Formats of cells by their numbers in `xl/styles.xml`; 0 is none. */
export const CELL_FORMATS = {
  DATE: { index: 1, code: 'yyyy-mm-dd' },
  INSTANT: { index: 2, code: 'yyyy-mm-dd hh:mm:ss' },
} as const;

/** How PostgreSQL's COPY writes what would break its lines. */
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };
/** Spreadsheets read such a sequence as the character with that number. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Texts without any of it are themselves in XML. */
const SPECIAL = /[&<>_\p{Cc}\ufffe\uffff]|^ | $/u;
const SPACES_MATTER = /^ | $|[\t\n]/;
const CELL_CUT = '…';

/** Floating point keeps this many digits of a number whatever they are. */
const DIGITS_MAX = 15;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

const CLOCK = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d(?:\.\d+)?))?(?:[+-]\d\d(?::\d\d){0,2})?$/;
/** The first day that a spreadsheet can count. */
const DATES_SINCE = '1900-03-01';
/** The number of 1 January 1970 in a spreadsheet. */
const EPOCH_DAY = 25_569;
const DAY_SECONDS = 86_400;

/** One value of COPY's text format as a cell of a sheet, which is nothing for an empty one. `ref` is its name, such as `B7`. */
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

/** A text as a cell: never a number, never a formula, and no longer than a cell may be. */
export function textXml(ref: string, text: string): string {
  const held = cut(text);
  const xml = SPECIAL.test(held) ? escaped(held) : held;
  const space = SPACES_MATTER.test(held) ? ' xml:space="preserve"' : '';
  return `<c r="${ref}" t="inlineStr"><is><t${space}>${xml}</t></is></c>`;
}

/** A number that a spreadsheet would round stays a text. */
function isExact(value: string): boolean {
  return DECIMAL.test(value) && value.replace(/\D/g, '').replace(/^0+/, '').length <= DIGITS_MAX;
}

/** Spreadsheets know no zones: the clock of the zone that the heading names, in days. Null for what they cannot count. */
function dayNumber(value: string): number | null {
  const parts = CLOCK.exec(value);
  if (parts === null || value < DATES_SINCE) return null;
  const [, year, month, day, hours = 0, minutes = 0, seconds = 0] = parts;
  const time = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return serialDay(Number(year), Number(month), Number(day), time);
}

/** The number of a day in a spreadsheet, with a fraction for the seconds since its midnight; from March 1900 on. */
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

/** XML has no way to say most control characters; spreadsheets have one of their own. */
function controlXml(sign: string): string {
  const code = sign.charCodeAt(0);
  const isSayable = sign === '\t' || sign === '\n' || (code > 0x1f && code < 0xfffe);
  return isSayable ? sign : `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}
