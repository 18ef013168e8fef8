import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { uuidBytes } from '@backcounter/domain';
import type { ServerSecretName } from '../../db/server-secret.ts';

/** Name of the server secret that encrypts seeds. */
export const GIVEAWAY_SEED_SECRET = 'giveaway-seed' satisfies ServerSecretName;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the seed of a giveaway until its draw: nonce, tag and ciphertext of AES-256-GCM, bound to this giveaway. */
export function sealSeed(key: Buffer, giveawayId: string, seed: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(uuidBytes(giveawayId));
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts a seed sealed with one of these keys.
 * @throws Error if no key fits
 */
export function openSeedWithAny(keys: readonly Buffer[], giveawayId: string, sealed: Buffer): Buffer {
  for (const key of keys) {
    try {
      return openSeed(key, giveawayId, sealed);
    } catch (error) {
      // Wrong key: try the next.
      if (!(error instanceof Error)) throw error;
    }
  }
  throw new Error(`no key of DRAW_KEY or giveaway-seed decrypts the seed of giveaway ${giveawayId}`);
}

/**
 * Decrypts a sealed seed.
 * @throws Error for another key or giveaway, and for modified data
 */
export function openSeed(key: Buffer, giveawayId: string, sealed: Buffer): Buffer {
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(uuidBytes(giveawayId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
