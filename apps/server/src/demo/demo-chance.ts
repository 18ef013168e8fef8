import { createHash } from 'node:crypto';

/**
 * A pseudorandom generator that is the same in every installation: numbers from 0 to 1 in a sequence that depends only
 * on the name.
 */
export function chanceOf(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  // mulberry32: short, fast and uniform enough for generated data.
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
