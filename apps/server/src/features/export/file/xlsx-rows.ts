import type { ColumnKind } from '../../../db/copy-out.ts';
import { CELL_FORMATS, cellXml, serialDay } from './xlsx-cell.ts';

const LF = 0x0a;
const TAB = 0x09;
const SPACE = 0x20;
const BACKSLASH = 0x5c;
const LETTER_N = 0x4e;
const LETTER_T = 0x74;
const LETTER_C = 0x43;
const DASH = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;

/** Lengths of `2026-11-21`, and of the same with hours, minutes and seconds. */
const DATE_LENGTH = 10;
const CLOCK_LENGTH = 19;

/** Values of this length may exceed the limit of a cell, or of an exact number. */
const LONG_TEXT = 32_767;
const LONG_NUMBER = 15;
/** Upper bound of the XML around one value. */
const AROUND = 128;

/**
 * UTF-8 bytes that need no escaping in XML, spreadsheets or COPY's text format; 0xEF may start a character that XML
 * forbids.
 */
const PLAIN = bytesThat((byte) => byte >= SPACE && !'&<>_\\\x7f'.includes(String.fromCharCode(byte)) && byte !== 0xef);
const NUMERIC = bytesThat((byte) => '0123456789.-'.includes(String.fromCharCode(byte)));

const ROW_OPEN = Buffer.from('<row r="');
const ROW_OPENED = Buffer.from('">');
const ROW_CLOSE = Buffer.from('</row>');
const CELL = Buffer.from('<c r="');
const TEXT_OPEN = Buffer.from('" t="inlineStr"><is><t>');
const TEXT_CLOSE = Buffer.from('</t></is></c>');
const NUMBER_OPEN = Buffer.from('"><v>');
const NUMBER_CLOSE = Buffer.from('</v></c>');
const DATE_OPEN = Buffer.from(`" s="${CELL_FORMATS.DATE.index}"><v>`);
const INSTANT_OPEN = Buffer.from(`" s="${CELL_FORMATS.INSTANT.index}"><v>`);
const TRUE = Buffer.from('" t="b"><v>1</v></c>');
const FALSE = Buffer.from('" t="b"><v>0</v></c>');

/**
 * Converts rows of COPY's text format to XML, byte by byte: a string per cell of millions of rows would create too much
 * garbage. Only values that need escaping or parsing go through {@link cellXml}, which defines the result.
 */
export class XlsxRows {
  readonly #kinds: readonly ColumnKind[];
  readonly #letters: readonly Buffer[];
  readonly #size: number;
  #out: Buffer;
  #at = 0;

  /** @param letters names of the columns: A, B, … */
  constructor(kinds: readonly ColumnKind[], letters: readonly string[], size: number) {
    this.#kinds = kinds;
    this.#letters = letters.map((each) => Buffer.from(each));
    this.#size = size;
    this.#out = Buffer.allocUnsafe(size);
  }

  /** Number of bytes to take. */
  get length(): number {
    return this.#at;
  }

  /** Returns the XML so far; later rows go to a new buffer. */
  take(): Buffer {
    const part = this.#out.subarray(0, this.#at);
    this.#out = Buffer.allocUnsafe(this.#size);
    this.#at = 0;
    return part;
  }

  /** Appends XML unchanged. */
  add(xml: string): void {
    this.#reserve(3 * xml.length);
    this.#at += this.#out.write(xml, this.#at);
  }

  /** Appends the row that begins at `from` and ends in a line feed; returns the start of the next one. */
  addRow(bytes: Buffer, from: number, row: number): number {
    this.#reserve(AROUND);
    this.#copy(ROW_OPEN);
    this.#copyWhole(row);
    this.#copy(ROW_OPENED);
    let start = from;
    for (let column = 0; ; column += 1) {
      let end = start;
      while (bytes[end] !== TAB && bytes[end] !== LF) end += 1;
      if (end > start) this.#addCell(bytes, start, end, column, row);
      start = end + 1;
      if (bytes[end] === LF) break;
    }
    this.#reserve(AROUND);
    this.#copy(ROW_CLOSE);
    return start;
  }

  #addCell(bytes: Buffer, start: number, end: number, column: number, row: number): void {
    if (end - start === 2 && bytes[start] === BACKSLASH && bytes[start + 1] === LETTER_N) return;
    this.#reserve(end - start + AROUND);
    const before = this.#at;
    this.#copy(CELL);
    this.#copy(this.#letters[column] as Buffer);
    this.#copyWhole(row);
    if (this.#addPlain(bytes, start, end, this.#kinds[column] ?? 'TEXT')) return;
    this.#at = before;
    const ref = `${this.#letters[column]}${row}`;
    this.add(cellXml(ref, bytes.toString('utf8', start, end), this.#kinds[column] ?? 'TEXT'));
  }

  /** Appends a simple value; returns false, possibly with a partial result, for a value that needs {@link cellXml}. */
  #addPlain(bytes: Buffer, start: number, end: number, kind: ColumnKind): boolean {
    if (kind === 'BOOLEAN') {
      this.#copy(bytes[start] === LETTER_T ? TRUE : FALSE);
      return true;
    }
    if (kind === 'NUMBER') {
      if (end - start > LONG_NUMBER) return false;
      this.#copy(NUMBER_OPEN);
      if (!this.#copyOnly(NUMERIC, bytes, start, end)) return false;
      this.#copy(NUMBER_CLOSE);
      return true;
    }
    if (kind === 'DATE' || kind === 'INSTANT') return this.#addDay(bytes, start, end, kind);
    if (end - start > LONG_TEXT) return false;
    if (bytes[start] === SPACE || bytes[end - 1] === SPACE) return false;
    this.#copy(TEXT_OPEN);
    if (!this.#copyOnly(PLAIN, bytes, start, end)) return false;
    this.#copy(TEXT_CLOSE);
    return true;
  }

  #addDay(bytes: Buffer, start: number, end: number, kind: 'DATE' | 'INSTANT'): boolean {
    const number = dayNumber(bytes, start, end);
    if (number === null) return false;
    this.#copy(kind === 'DATE' ? DATE_OPEN : INSTANT_OPEN);
    this.#at += this.#out.write(String(number), this.#at, 'latin1');
    this.#copy(NUMBER_CLOSE);
    return true;
  }

  #copyOnly(allowed: Uint8Array, bytes: Buffer, start: number, end: number): boolean {
    const out = this.#out;
    let at = this.#at;
    for (let index = start; index < end; index += 1) {
      const byte = bytes[index] as number;
      if (allowed[byte] === 0) return false;
      out[at++] = byte;
    }
    this.#at = at;
    return true;
  }

  // Copies the few bytes around a value: a loop is faster than a native call.
  #copy(piece: Buffer): void {
    const out = this.#out;
    let at = this.#at;
    for (let index = 0; index < piece.length; index += 1) out[at++] = piece[index] as number;
    this.#at = at;
  }

  /** Appends a whole number from zero; as a string it would be garbage for each cell. */
  #copyWhole(number: number): void {
    const out = this.#out;
    let end = this.#at + 1;
    for (let rest = number; rest >= 10; rest /= 10) end += 1;
    this.#at = end;
    let rest = number;
    do {
      out[--end] = ZERO + (rest % 10);
      rest = Math.trunc(rest / 10);
    } while (rest > 0);
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }
}

/** Serial number of `2026-11-21` or `2026-11-21 14:31:00.123+00`, for years since 1901; null for everything else. */
function dayNumber(bytes: Buffer, start: number, end: number): number | null {
  if (end - start < DATE_LENGTH || bytes[start + 4] !== DASH) return null;
  const year = wholeNumber(bytes, start, start + 4);
  const month = wholeNumber(bytes, start + 5, start + 7);
  const day = wholeNumber(bytes, start + 8, start + DATE_LENGTH);
  if (!(year > 1_900)) return null;
  if (end === start + DATE_LENGTH) return orNull(serialDay(year, month, day, 0));
  const hours = wholeNumber(bytes, start + 11, start + 13);
  const minutes = wholeNumber(bytes, start + 14, start + 16);
  let seconds = wholeNumber(bytes, start + 17, start + CLOCK_LENGTH);
  let at = start + CLOCK_LENGTH;
  if (bytes[at] === DOT) {
    let unit = 0.1;
    for (at += 1; at < end && bytes[at] !== PLUS && bytes[at] !== DASH; at += 1) {
      seconds += wholeNumber(bytes, at, at + 1) * unit;
      unit /= 10;
    }
  }
  // Only an offset may follow, not "BC".
  if (bytes[at] !== PLUS && bytes[at] !== DASH) return null;
  if (bytes[end - 1] === LETTER_C) return null;
  return orNull(serialDay(year, month, day, hours * 3_600 + minutes * 60 + seconds));
}

function wholeNumber(bytes: Buffer, start: number, end: number): number {
  let number = 0;
  for (let index = start; index < end; index += 1) {
    const digit = (bytes[index] ?? 0) - ZERO;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

function bytesThat(are: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_none, byte) => Number(are(byte)));
}
