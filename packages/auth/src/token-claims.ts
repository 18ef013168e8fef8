/**
 * Claims on one-time tokens among the tabs of a browser. A tab that uses a token keeps a Web Lock, named after the
 * token, permanently. Taking turns would not be enough: local storage reaches other processes later than a lock does,
 * so the next tab may still read the old token. Without locks (no secure context), tabs are uncoordinated. Internal.
 */
export class TokenClaims {
  readonly #prefix: string;
  /** Newest last. The previous one is kept too, for a tab that is late. */
  readonly #held: { readonly name: string; readonly release: () => void }[] = [];

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** True when this tab may use the token; false when another one is using it or has used it. */
  async take(token: string): Promise<boolean> {
    if (!('locks' in navigator)) return true;
    const name = await this.#nameOf(token);
    if (this.#held.some((claim) => claim.name === name)) return true;
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(name, { ifAvailable: true }, (lock) => {
          resolve(lock !== null);
          return lock === null ? undefined : new Promise<void>((release) => this.#keep({ name, release }));
        })
        .catch(reject);
    });
  }

  /** Releases a token that could not be used, so that other tabs may try. */
  async giveBack(token: string): Promise<void> {
    if (this.#held.length === 0) return;
    const name = await this.#nameOf(token);
    const index = this.#held.findIndex((claim) => claim.name === name);
    if (index >= 0) for (const claim of this.#held.splice(index, 1)) claim.release();
  }

  #keep(claim: { name: string; release: () => void }): void {
    this.#held.push(claim);
    while (this.#held.length > 2) this.#held.shift()?.release();
  }

  async #nameOf(token: string): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    return `${this.#prefix}:${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
  }
}
