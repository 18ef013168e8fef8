import { hash as digest } from 'node:crypto';

const PARTS = 256;
const FIRST_PLACES = 64;
/** Enough for 40 million keys; unused memory is only reserved. */
const PLACES_MAX = 262_144;
/** Maximum load of a part, and the factor by which it grows. */
const FULL = 0.85;
const GROWTH = 1.25;
/** Bits of a row number; the rest of its word has bits of the hash. */
const ROW_BITS = 24;
const ROW_MASK = 2 ** ROW_BITS - 1;

/** One of many small hash tables, so that growing copies only a small part. */
interface Part {
  readonly lows: Uint32Array<ArrayBuffer>;
  /** Row numbers with 8 bits of the hash. 0 marks a free slot. */
  readonly rows: Uint32Array<ArrayBuffer>;
  readonly highs: Uint16Array<ArrayBuffer>;
  count: number;
}

/**
 * Remembers the first row of each key, for millions of rows at 12 to 15 bytes per key. Keys are stored as 64-bit
 * hashes; among five million, the chance that any two collide is one in a million.
 */
export class SeenKeys {
  readonly #parts: readonly Part[] = Array.from({ length: PARTS }, () => ({
    lows: new Uint32Array(growable(4)),
    rows: new Uint32Array(growable(4)),
    highs: new Uint16Array(growable(2)),
    count: 0,
  }));

  /** Adds a key. Returns its earlier row, or null if it is new. */
  note(key: string, row: number): number | null {
    // As a string: millions of small buffers outside the heap would be collected too late.
    const hash = digest('sha1', key, 'binary');
    const part = this.#parts[hash.charCodeAt(7)] as Part;
    if (part.count >= part.rows.length * FULL) grow(part);
    const low =
      (hash.charCodeAt(0) | (hash.charCodeAt(1) << 8) | (hash.charCodeAt(2) << 16) | (hash.charCodeAt(3) << 24)) >>> 0;
    return fill(
      part,
      low,
      hash.charCodeAt(4) | (hash.charCodeAt(5) << 8),
      ((hash.charCodeAt(6) << ROW_BITS) | row) >>> 0,
    );
  }
}

/** Grows in place: copies of growing size would leave holes as large as the table. */
function growable(bytes: number): ArrayBuffer {
  return new ArrayBuffer(FIRST_PLACES * bytes, { maxByteLength: PLACES_MAX * bytes });
}

/** Stores a hash and its row, unless the hash is there: then it returns that row. */
function fill(part: Part, low: number, high: number, row: number): number | null {
  const { lows, highs, rows } = part;
  const places = rows.length;
  let place = low % places;
  for (let stored = rows[place] ?? 0; stored !== 0; stored = rows[place] ?? 0) {
    if (lows[place] === low && highs[place] === high && (stored ^ row) >>> ROW_BITS === 0) return stored & ROW_MASK;
    place = (place + 1) % places;
  }
  lows[place] = low;
  highs[place] = high;
  rows[place] = row;
  part.count += 1;
  return null;
}

function grow(part: Part): void {
  const { lows, highs, rows } = part;
  const [oldLows, oldHighs, oldRows] = [lows.slice(), highs.slice(), rows.slice()];
  const places = Math.ceil(rows.length * GROWTH);
  for (const each of [lows, highs, rows]) {
    each.buffer.resize(places * each.BYTES_PER_ELEMENT);
    each.fill(0);
  }
  part.count = 0;
  for (const [place, row] of oldRows.entries())
    if (row !== 0) fill(part, oldLows[place] ?? 0, oldHighs[place] ?? 0, row);
}
