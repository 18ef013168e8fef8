import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { uuidBytes } from './draw-bytes.ts';
import { HASH_BYTES } from './draw-tree.ts';

/** Name of the only procedure, as written in rules and proofs. */
export const DRAW_ALGORITHM = 'gw-draw-v1';

/**
 * Commitment that is published before entries open: SHA-256 of "gw-seed-v1", the 16 bytes of the giveaway's id and the
 * seed.
 */
export function seedCommitment(giveawayId: string, seed: Uint8Array): Uint8Array {
  return sha256(concatBytes(utf8ToBytes('gw-seed-v1'), uuidBytes(giveawayId), seed));
}

/**
 * Key that determines the winning tickets: HKDF-SHA256 (RFC 5869) of the randomness, with the root of all entries as
 * salt and "giveaway-draw-v1" and the giveaway's id as info.
 */
export function drawKey(giveawayId: string, root: Uint8Array, randomness: Uint8Array): Uint8Array {
  const info = concatBytes(utf8ToBytes('giveaway-draw-v1'), uuidBytes(giveawayId));
  return hkdf(sha256, randomness, root, info, HASH_BYTES);
}
