import { createHmac, type KeyObject } from 'node:crypto';
import { type CurrentSecret, isSignature } from '../../db/server-secret.ts';

/** A link is good for as long as a click takes; whoever looks again gets a new one. */
const LIFETIME_MS = 5 * 60 * 1000;

/** What a link says besides the file. */
export interface LinkQuery {
  readonly sub?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** Makes and checks links that let one person fetch one file for a few minutes, which a browser's download needs. */
export class ResultLinks {
  readonly #secret: CurrentSecret;
  readonly #folder: string;

  /**
   * @param secret of this kind of files alone
   * @param folder path under which the files are, without a slash at its end; without it that of files of jobs
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

  /** Whose link it is; null when it is over, forged or no link at all. */
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
