import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSecret, isSignature } from '../db/server-secret.ts';
import { isFileKey } from '../ports/files.ts';

/** Maximum lifetime of a URL. */
const LIFETIME_MS = 15 * 60 * 1000;
/** Within this window a picture's URL is the same for everyone, so that caches work. */
const WINDOW_MS = 5 * 60 * 1000;

/** Query parameters of a signed picture URL. */
export interface AddressQuery {
  readonly v?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** The file store key of a profile picture; null for an id that cannot name a file. */
export function pictureKey(firebaseId: string): string | null {
  const key = `profile_pictures/${firebaseId}.png`;
  return !firebaseId.includes('/') && isFileKey(key) ? key : null;
}

/** Signs and verifies URLs that give access to one picture for a limited time, without a session. */
export class PictureAddresses {
  readonly #secret: CurrentSecret;

  constructor(secret: CurrentSecret) {
    this.#secret = secret;
  }

  /** Path and query of a picture. `version` must change with the content, so that caches never serve an old picture. */
  make(key: string, version: string, now: Date): { url: string; expiresAt: number } {
    const expiresAt = Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS + LIFETIME_MS;
    const expires = String(expiresAt);
    const signature = sign(this.#secret().signing, key, version, expires);
    const query = new URLSearchParams({ v: version, expires, signature });
    return { url: `/files/${key}?${query}`, expiresAt };
  }

  /** Remaining validity in milliseconds; 0 if the URL is expired, forged or malformed. */
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
