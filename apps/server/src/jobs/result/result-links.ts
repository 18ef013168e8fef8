import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSecret, isSignature } from '../../db/server-secret.ts';

/** Links live as long as a click takes; each view gets a new one. */
const LIFETIME_MS = 5 * 60 * 1000;

/** Query parameters of a signed link. */
export interface LinkQuery {
  readonly sub?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/**
 * Signs and verifies links that let one person download one file for a few minutes, because a browser download sends no
 * token.
 */
export class ResultLinks {
  readonly #secret: CurrentSecret;
  readonly #folder: string;

  /**
   * @param secret used only for this kind of file
   * @param folder path of the files, without a trailing slash; by default that of job files
   */
  constructor(secret: CurrentSecret, folder = '/files/exports') {
    this.#secret = secret;
    this.#folder = folder;
  }

  /** Path and query of the file with this id. */
  make(id: string, sub: string, now: Date): string {
    const expires = String(now.getTime() + LIFETIME_MS);
    const signature = sign(this.#secret().signing, id, sub, expires);
    return `${this.#folder}/${id}?${new URLSearchParams({ sub, expires, signature })}`;
  }

  /** The holder of a link; null if it is expired, forged or malformed. */
  holderOf(id: string, { sub, expires, signature }: LinkQuery, now: Date): string | null {
    if (typeof sub !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return null;
    if (!isSignature(this.#secret, Buffer.from(signature), (key) => Buffer.from(sign(key, id, sub, expires))))
      return null;
    return Number(expires) > now.getTime() ? sub : null;
  }
}

function sign(key: KeyObject, id: string, sub: string, expires: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([id, sub, expires]))
    .digest('base64url');
}
