import type { ColumnKind } from '../../db/copy-out.ts';

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
/** First bytes that a spreadsheet takes for the beginning of a formula (OWASP, CSV injection): = + - @ tab, line breaks. */
const FORMULA = new Set([0x3d, PLUS, MINUS, 0x40, 0x09, CR, LF]);
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
  /** No byte of the value has been seen. */
  #isAtStart = true;
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
        else if (this.#isAtStart && FORMULA.has(byte)) out[at++] = APOSTROPHE;
        this.#isAtStart = false;
        out[at++] = byte;
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
      } else {
        if (this.#isAtStart && this.#isText[this.#column] === true && FORMULA.has(byte)) out[at++] = APOSTROPHE;
        this.#isAtStart = false;
        out[at++] = byte;
      }
    }
    return out.subarray(0, at);
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
