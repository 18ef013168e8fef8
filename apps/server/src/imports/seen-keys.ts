import { hash as digest } from 'node:crypto';

const FIRST_SIZE = 16_384;

/**
 * Remembers in which row a key came first, for millions of rows in twelve to twenty-four bytes each: keys are kept as 64 bits of a hash, of which two of
 * five million are equal with a chance of one to a million.
 */
export class SeenKeys {
  #hashes = new BigUint64Array(FIRST_SIZE);
  #rows = new Uint32Array(FIRST_SIZE);
  #count = 0;

  /** Notes a key; the row that had it before, or null. */
  note(key: string, row: number): number | null {
    if (this.#count * 2 > this.#hashes.length) this.#grow();
    const hash = digest('sha1', key, 'buffer').readBigUInt64LE(0);
    const place = this.#placeOf(hash);
    const before = this.#rows[place] ?? 0;
    if (before !== 0) return before;
    this.#hashes[place] = hash;
    this.#rows[place] = row;
    this.#count += 1;
    return null;
  }

  /** Where a hash is, or the free place where it belongs; a place is free when it has no row. */
  #placeOf(hash: bigint): number {
    const mask = this.#hashes.length - 1;
    let place = Number(hash & BigInt(mask));
    while (this.#rows[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const rows = this.#rows;
    this.#hashes = new BigUint64Array(hashes.length * 2);
    this.#rows = new Uint32Array(rows.length * 2);
    for (const [place, row] of rows.entries()) {
      if (row === 0) continue;
      const hash = hashes[place] ?? 0n;
      const next = this.#placeOf(hash);
      this.#hashes[next] = hash;
      this.#rows[next] = row;
    }
  }
}
