import { hash as digest } from 'node:crypto';

const PARTS = 256;
const FIRST_PLACES = 64;
/** Maximum load of a part, and the factor by which it grows. */
const FULL = 0.75;
const GROWTH = 1.5;

/** One of many small hash tables, so that growing copies only a small part. */
interface Part {
  readonly lows: Uint32Array;
  readonly highs: Uint32Array;
  /** 0 marks a free slot. */
  readonly rows: Uint32Array;
  count: number;
}

/**
 * Remembers the first row of each key, for millions of rows at 16 to 24 bytes per key. Keys are stored as 64-bit
 * hashes; among five million, the chance that any two collide is one in a million.
 */
export class SeenKeys {
  readonly #parts: Part[] = Array.from({ length: PARTS }, () => emptyPart(FIRST_PLACES));

  /** Adds a key. Returns its earlier row, or null if it is new. */
  note(key: string, row: number): number | null {
    // As a string: millions of small buffers outside the heap would be collected too late.
    const hash = digest('sha1', key, 'binary');
    const low = numberAt(hash, 0);
    const high = numberAt(hash, 4);
    const index = hash.charCodeAt(8) % PARTS;
    let part = this.#parts[index] ?? emptyPart(FIRST_PLACES);
    if (part.count >= part.rows.length * FULL) {
      part = grown(part);
      this.#parts[index] = part;
    }
    const place = placeOf(part, low, high);
    const before = part.rows[place] ?? 0;
    if (before !== 0) return before;
    fill(part, place, low, high, row);
    return null;
  }
}

function emptyPart(places: number): Part {
  return {
    lows: new Uint32Array(places),
    highs: new Uint32Array(places),
    rows: new Uint32Array(places),
    count: 0,
  };
}

function numberAt(hash: string, at: number): number {
  return (
    (hash.charCodeAt(at) |
      (hash.charCodeAt(at + 1) << 8) |
      (hash.charCodeAt(at + 2) << 16) |
      (hash.charCodeAt(at + 3) << 24)) >>>
    0
  );
}

/** The slot of a hash, or a free slot for it. */
function placeOf({ lows, highs, rows }: Part, low: number, high: number): number {
  let place = low % rows.length;
  while (rows[place] !== 0 && (lows[place] !== low || highs[place] !== high)) place = (place + 1) % rows.length;
  return place;
}

function fill(part: Part, place: number, low: number, high: number, row: number): void {
  part.lows[place] = low;
  part.highs[place] = high;
  part.rows[place] = row;
  part.count += 1;
}

function grown(part: Part): Part {
  const next = emptyPart(Math.ceil(part.rows.length * GROWTH));
  for (const [place, row] of part.rows.entries()) {
    if (row === 0) continue;
    const low = part.lows[place] ?? 0;
    const high = part.highs[place] ?? 0;
    fill(next, placeOf(next, low, high), low, high, row);
  }
  return next;
}
