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
/** Full-width signs are three bytes long, and the first two are the same. */
const WIDE = Buffer.from('＝').subarray(0, 2);
/** Last bytes of the signs that take as many bytes. */
const signsOf = (length: number): ReadonlySet<number | undefined> =>
  new Set(
    FORMULA_SIGNS.map((sign) => Buffer.from(sign)).flatMap((sign) => (sign.length === length ? sign.at(-1) : [])),
  );
const ASCII_SIGNS = signsOf(1);
const WIDE_SIGNS = signsOf(3);
/** Characters of a date before the time. */
const DATE_LENGTH = 10;
/** Hours of a zone, which PostgreSQL writes without minutes where they are zero. */
const ZONE_HOURS_LENGTH = 2;

/**
 * Makes the CSV that PostgreSQL's COPY writes the CSV that people open: lines end as RFC 4180 says, texts that would be formulas begin
 * with an apostrophe, instants are ISO 8601. One pass over the bytes; a value may be cut anywhere between two chunks.
 */
export class CsvBytes {
  readonly #isText: readonly boolean[];
  readonly #isInstant: readonly boolean[];
  /** Rows that have ended. */
  rows = 0;
  #column = 0;
  #isQuoted = false;
  /** Nothing of the value has been written. */
  #isAtStart = true;
  /** Bytes of a possible full-width sign that were seen and not written. */
  #held = 0;
  #length = 0;
  /** Bytes since the sign of an instant's zone; -1: no zone yet. */
  #zoneLength = -1;

  constructor(kinds: readonly ColumnKind[]) {
    this.#isText = kinds.map((kind) => kind === 'TEXT');
    this.#isInstant = kinds.map((kind) => kind === 'INSTANT');
  }

  /** The next bytes. */
  convert(chunk: Uint8Array): Buffer {
    // No byte becomes more than two, but for the minutes of one zone that began in the chunk before.
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
