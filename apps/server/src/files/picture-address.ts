import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSecret, isSignature } from '../db/server-secret.ts';
import { isFileKey } from '../ports/files.ts';

/** An address is good for this long at most. */
const LIFETIME_MS = 15 * 60 * 1000;
/** Within this time everybody gets the same address for the same picture, so that caches hold. */
const WINDOW_MS = 5 * 60 * 1000;

/** What an address of a picture says besides its path. */
export interface AddressQuery {
  readonly v?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** Key of a picture in the file store, or null for an id that cannot name a file. */
export function pictureKey(firebaseId: string): string | null {
  const key = `profile_pictures/${firebaseId}.png`;
  return !firebaseId.includes('/') && isFileKey(key) ? key : null;
}

/** Makes and checks addresses that let their holder see one picture for a while, without a session. */
export class PictureAddresses {
  readonly #secret: CurrentSecret;

  constructor(secret: CurrentSecret) {
    this.#secret = secret;
  }

  /** Path and query for the picture under a key. `version` changes with the content, so that no cache shows an old one. */
  make(key: string, version: string, now: Date): { url: string; expiresAt: number } {
    const expiresAt = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS + LIFETIME_MS;
    const expires = String(expiresAt);
    const signature = sign(this.#secret().signing, key, version, expires);
    const query = new URLSearchParams({ v: version, expires, signature });
    return { url: `/files/${key}?${query}`, expiresAt };
  }

  /** Milliseconds for which the address still holds; 0 when it is over, forged or no address at all. */
  remainingMs(key: string, { v, expires, signature }: AddressQuery, now: Date): number {
    if (typeof v !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return 0;
    const isOurs = isSignature(this.#secret, Buffer.from(signature), (each) =>
      Buffer.from(sign(each, key, v, expires)),
    );
    if (!isOurs) return 0;
    return Math.max(0, Number(expires) - now.getTime());
  }
}

function sign(secret: KeyObject, key: string, version: string, expires: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, version, expires]))
    .digest('base64url');
}
