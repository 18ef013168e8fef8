import { sha256 } from '@noble/hashes/sha2.js';
import { isSameBytes } from './draw-bytes.ts';

/** Length of a hash in bytes. */
export const HASH_BYTES = 32;
/**
 * Leaves of one chunk. A chunk is a complete subtree (the last one may be smaller), so the root and every audit path follow from the roots
 * of the chunks and the leaves of one of them.
 */
export const CHUNK_LEAVES = 1_024;

const INNER = 0x01;
const pair = new Uint8Array(1 + 2 * HASH_BYTES);
pair[0] = INNER;

/** Hash of an inner node (RFC 6962, section 2.1): SHA-256 of 0x01, the left and the right child. */
function innerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** Root of a tree whose leaf hashes arrive one at a time; keeps only the edges of the leaves so far. */
export class RootBuilder {
  /** Roots of complete subtrees from left to right, the largest first, with their leaf counts. */
  readonly #edge: { hash: Uint8Array; leaves: number }[] = [];
  #size = 0;

  /** Leaves so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds the hash of the next leaf. */
  add(leaf: Uint8Array): void {
    this.#size += 1;
    let node = { hash: leaf, leaves: 1 };
    for (let left = this.#edge.at(-1); left !== undefined && left.leaves === node.leaves; left = this.#edge.at(-1)) {
      this.#edge.pop();
      node = { hash: innerHash(left.hash, node.hash), leaves: left.leaves * 2 };
    }
    this.#edge.push(node);
  }

  /** Root of the leaves so far; with none, the hash of the empty string (RFC 6962). */
  root(): Uint8Array {
    const last = this.#edge.at(-1);
    if (last === undefined) return sha256(new Uint8Array(0));
    return this.#edge.slice(0, -1).reduceRight((right, left) => innerHash(left.hash, right), last.hash);
  }
}

/** Root of leaf hashes that are concatenated in one buffer. */
export function merkleRoot(hashes: Uint8Array): Uint8Array {
  const builder = new RootBuilder();
  // A copy: the builder keeps it, and the buffer may change.
  for (let at = 0; at < hashes.length; at += HASH_BYTES) builder.add(hashes.slice(at, at + HASH_BYTES));
  return builder.root();
}

/**
 * Audit path of the leaf at `index` (RFC 6962, section 2.1.1): hashes of the sibling subtrees, from the leaf to the
 * root.
 * @throws RangeError where there is no such leaf
 */
export function auditPath(hashes: Uint8Array, index: number): Uint8Array[] {
  const size = hashes.length / HASH_BYTES;
  if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError('There is no such leaf.');
  if (size === 1) return [];
  const left = largestPowerBelow(size);
  const at = left * HASH_BYTES;
  return index < left
    ? [...auditPath(hashes.subarray(0, at), index), merkleRoot(hashes.subarray(at))]
    : [...auditPath(hashes.subarray(at), index - left), merkleRoot(hashes.subarray(0, at))];
}

/** Audit path of a leaf from the leaves of its chunk and the roots of all chunks. */
export function chunkedAuditPath(chunkRoots: Uint8Array, chunkLeaves: Uint8Array, index: number): Uint8Array[] {
  return [...auditPath(chunkLeaves, index % CHUNK_LEAVES), ...auditPath(chunkRoots, Math.floor(index / CHUNK_LEAVES))];
}

/** True when the path connects the leaf at `index` of `size` with the root. */
export function isIncluded(
  leaf: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false;
  const made = climb(leaf, index, size, [...path]);
  return made !== null && isSameBytes(made, root);
}

/** Root that a path yields; null unless it has exactly as many hashes as needed. Consumes the path from its end. */
function climb(leaf: Uint8Array, index: number, size: number, path: Uint8Array[]): Uint8Array | null {
  if (size === 1) return path.length === 0 ? leaf : null;
  const beside = path.pop();
  if (beside === undefined || beside.length !== HASH_BYTES) return null;
  const left = largestPowerBelow(size);
  const own = index < left ? climb(leaf, index, left, path) : climb(leaf, index - left, size - left, path);
  if (own === null) return null;
  return index < left ? innerHash(own, beside) : innerHash(beside, own);
}

/** The largest power of two below `size`, where the tree is split. */
function largestPowerBelow(size: number): number {
  let power = 1;
  while (power * 2 < size) power *= 2;
  return power;
}
