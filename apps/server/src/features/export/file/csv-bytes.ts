import type { ColumnKind } from '../../../db/copy-out.ts';
import { FORMULA_SIGNS } from '../../../jobs/result/csv.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const ZERO = 0x30;
const SPACE = 0x20;
const LETTER_T = 0x54;
const LF = 0x0a;
const CR = 0x0d;
/** Full-width signs take three bytes and share the first two. */
const WIDE = Buffer.from('＝').subarray(0, 2);
/** Last bytes of the signs that take this many bytes. */
const signsOf = (length: number): ReadonlySet<number | undefined> =>
  new Set(
    FORMULA_SIGNS.map((sign) => Buffer.from(sign)).flatMap((sign) => (sign.length === length ? sign.at(-1) : [])),
  );
const ASCII_SIGNS = signsOf(1);
const WIDE_SIGNS = signsOf(3);
/** Length of a date before the time. */
const DATE_LENGTH = 10;
/** Length of an offset in hours; PostgreSQL omits zero minutes. */
const ZONE_HOURS_LENGTH = 2;

/**
 * Converts the CSV of PostgreSQL's COPY to CSV for spreadsheets: lines end as in RFC 4180, texts that would be formulas
 * get an apostrophe, instants are ISO 8601. One pass over the bytes; chunks may split a value anywhere.
 */
export class CsvBytes {
  readonly #isText: readonly boolean[];
  readonly #isInstant: readonly boolean[];
  /** Number of complete rows. */
  rows = 0;
  #column = 0;
  #isQuoted = false;
  /** True until a byte of the value is written. */
  #isAtStart = true;
  /** Bytes of a possible full-width sign that were read but not written. */
  #held = 0;
  #length = 0;
  /** Bytes since the sign of an instant's offset; -1: no offset yet. */
  #zoneLength = -1;

  constructor(kinds: readonly ColumnKind[]) {
    this.#isText = kinds.map((kind) => kind === 'TEXT');
    this.#isInstant = kinds.map((kind) => kind === 'INSTANT');
  }

  /** Converts the next chunk. */
  convert(chunk: Uint8Array): Buffer {
    // Each byte becomes at most two, except for the minutes of an offset that began in the previous chunk.
    const out = Buffer.allocUnsafe(2 * chunk.length + 8);
    let at = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] as number;
      if (this.#isQuoted) {
        if (byte === QUOTE) this.#isQuoted = false;
        at = this.#textByte(byte, out, at);
      } else if (byte === COMMA) {
        at = this.#endValue(out, at);
        this.#column += 1;
        out[at++] = COMMA;
      } else if (byte === LF) {
        at = this.#endValue(out, at);
        this.#column = 0;
        this.rows += 1;
        out[at++] = CR;
        out[at++] = LF;
      } else if (byte === QUOTE) {
        this.#isQuoted = true;
        out[at++] = QUOTE;
      } else if (this.#isInstant[this.#column] === true) {
        out[at++] = this.#instantByte(byte);
      } else if (this.#isText[this.#column] === true) {
        at = this.#textByte(byte, out, at);
      } else {
        out[at++] = byte;
      }
    }
    return out.subarray(0, at);
  }

  #textByte(byte: number, out: Buffer, from: number): number {
    let at = from;
    if (this.#isAtStart) {
      if (byte === WIDE[this.#held]) {
        this.#held += 1;
        return at;
      }
      if (this.#held === 0 ? ASCII_SIGNS.has(byte) : this.#held === WIDE.length && WIDE_SIGNS.has(byte))
        out[at++] = APOSTROPHE;
      at += WIDE.copy(out, at, 0, this.#held);
      this.#isAtStart = false;
      this.#held = 0;
    }
    out[at++] = byte;
    return at;
  }

  #instantByte(byte: number): number {
    if (this.#zoneLength >= 0) this.#zoneLength += 1;
    else if (this.#length > DATE_LENGTH && (byte === PLUS || byte === MINUS)) this.#zoneLength = 0;
    this.#length += 1;
    return byte === SPACE ? LETTER_T : byte;
  }

  #endValue(out: Buffer, from: number): number {
    let at = from;
    if (this.#zoneLength === ZONE_HOURS_LENGTH) {
      out[at++] = COLON;
      out[at++] = ZERO;
      out[at++] = ZERO;
    }
    this.#isAtStart = true;
    this.#length = 0;
    this.#zoneLength = -1;
    return at;
  }
}
