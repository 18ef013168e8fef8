import { sha256 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from './draw-bytes.ts';
import { auditPath, CHUNK_LEAVES, chunkedAuditPath, isIncluded, merkleRoot, RootBuilder } from './draw-tree.ts';

/** The inputs and expected results of the RFC 6962 reference tests. */
const RFC_INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const RFC_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const RFC_PATHS: readonly (readonly [index: number, size: number, path: readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const leafOf = (data: Uint8Array): Uint8Array => sha256(new Uint8Array([0, ...data]));
const join = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(parts.flatMap((part) => [...part]));
/** Leaf hashes of a tree of this size; their content is irrelevant. */
const leaves = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, index) => leafOf(new Uint8Array([index >> 8, index & 255])));

/** The definition, literally. */
function definedRoot(hashes: readonly Uint8Array[]): Uint8Array {
  const [only] = hashes;
  if (hashes.length === 1 && only !== undefined) return only;
  let split = 1;
  while (split * 2 < hashes.length) split *= 2;
  const children = [definedRoot(hashes.slice(0, split)), definedRoot(hashes.slice(split))];
  return sha256(new Uint8Array([1, ...join(children)]));
}

describe('the tree of RFC 6962', () => {
  it('has the roots of the reference for one to eight leaves, and the hash of nothing for none [draw 2]', () => {
    const hashes = RFC_INPUTS.map((hex) => leafOf(fromHex(hex)));
    expect(hashes.map((_, last) => toHex(merkleRoot(join(hashes.slice(0, last + 1)))))).toEqual(RFC_ROOTS);
    expect(toHex(merkleRoot(new Uint8Array(0)))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
  });

  it('has the audit paths of the reference [draw 2]', () => {
    const hashes = RFC_INPUTS.map((hex) => leafOf(fromHex(hex)));
    for (const [index, size, path] of RFC_PATHS)
      expect(auditPath(join(hashes.slice(0, size)), index).map(toHex)).toEqual(path);
  });

  it('has the root of the definition at every size up to 200, read after each leaf', () => {
    const hashes = leaves(200);
    const builder = new RootBuilder();
    hashes.forEach((leaf, index) => {
      builder.add(leaf);
      expect(builder.size).toBe(index + 1);
      expect(builder.root()).toEqual(definedRoot(hashes.slice(0, index + 1)));
    });
  });

  it('proves every leaf of every size up to 40, and no altered one', () => {
    for (let size = 1; size <= 40; size += 1) {
      const hashes = leaves(size);
      const all = join(hashes);
      const root = merkleRoot(all);
      hashes.forEach((leaf, index) => {
        const path = auditPath(all, index);
        expect(isIncluded(leaf, index, size, path, root)).toBe(true);
        expect(isIncluded(leafOf(new Uint8Array([9, 9, 9])), index, size, path, root)).toBe(false);
        expect(isIncluded(leaf, index + 1, size, path, root)).toBe(false);
        expect(isIncluded(leaf, index, size, [...path, leaf], root)).toBe(false);
        if (path.length > 0) expect(isIncluded(leaf, index, size, path.slice(1), root)).toBe(false);
        path.forEach((step, at) => {
          const changed = path.with(
            at,
            step.map((byte, place) => (place === 0 ? byte ^ 1 : byte)),
          );
          expect(isIncluded(leaf, index, size, changed, root)).toBe(false);
        });
      });
    }
  });

  it('returns false for invalid figures, and throws where there is no leaf', () => {
    const [leaf] = leaves(1);
    const root = leaf as Uint8Array;
    for (const [index, size] of [
      [-1, 1],
      [1, 1],
      [0.5, 1],
      [0, 0],
      [Number.NaN, 1],
      [0, Number.NaN],
    ] as const)
      expect(isIncluded(root, index, size, [], root)).toBe(false);
    for (const index of [-1, 1, 0.5]) expect(() => auditPath(root, index)).toThrow(RangeError);
  });
});

describe('chunks', () => {
  it('give the root and the paths of the whole tree', () => {
    const sizes = [1, CHUNK_LEAVES - 1, CHUNK_LEAVES, CHUNK_LEAVES + 1, 3 * CHUNK_LEAVES, 4 * CHUNK_LEAVES + 77];
    for (const size of sizes) {
      const all = join(leaves(size));
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < all.length; at += CHUNK_LEAVES * 32) chunks.push(all.subarray(at, at + CHUNK_LEAVES * 32));
      const roots = join(chunks.map(merkleRoot));
      expect(merkleRoot(roots)).toEqual(merkleRoot(all));
      fc.assert(
        fc.property(fc.nat(size - 1), (index) => {
          const own = chunks[Math.floor(index / CHUNK_LEAVES)] ?? new Uint8Array(0);
          expect(chunkedAuditPath(roots, own, index)).toEqual(auditPath(all, index));
        }),
        { numRuns: 12 },
      );
    }
  });
});
