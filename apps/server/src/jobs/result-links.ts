import { createHmac, timingSafeEqual } from 'node:crypto';

/** A link is good for as long as a click takes; whoever looks at the job again gets a new one. */
const LIFETIME_MS = 5 * 60 * 1000;

/** What a link says besides the job. */
export interface LinkQuery {
  readonly sub?: unknown;
  readonly expires?: unknown;
  readonly signature?: unknown;
}

/** Makes and checks links that let one person fetch the file of one job for a few minutes, which a browser's download needs. */
export class ResultLinks {
  readonly #secret: Buffer;

  /** @param secret 32 random bytes that all copies of the server share */
  constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /** Path and query of the file of a job. */
  make(id: string, sub: string, now: Date): string {
    const expires = String(now.getTime() + LIFETIME_MS);
    return `/files/exports/${id}?${new URLSearchParams({ sub, expires, signature: this.#sign(id, sub, expires) })}`;
  }

  /** Whose link it is; null when it is over, forged or no link at all. */
  holderOf(id: string, { sub, expires, signature }: LinkQuery, now: Date): string | null {
    if (typeof sub !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return null;
    const given = Buffer.from(signature);
    const right = Buffer.from(this.#sign(id, sub, expires));
    if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
    return Number(expires) > now.getTime() ? sub : null;
  }

  #sign(id: string, sub: string, expires: string): string {
    return createHmac('sha256', this.#secret)
      .update(JSON.stringify([id, sub, expires]))
      .digest('base64url');
  }
}
