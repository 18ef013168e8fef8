import type { IdTokenSyncSettings } from './auth.settings.ts';
import type { UserProfile } from './signed-in-user.ts';
import { TokenClaims } from './token-claims.ts';

/** Default age, in seconds, up to which an ID token is sent (specification, section 9). */
export const ID_TOKEN_MAX_AGE_S = 5 * 60;
const TIMEOUT_MS = 5_000;

/** The part of the user that is synced. */
export interface SyncedUser {
  readonly idToken: string | null;
  readonly profile: UserProfile;
}

/**
 * Syncs the signed-in person with a server of the same origin: POSTs a new ID token as bearer, DELETEs at sign-out
 * (specification, section 7). Requests are sequential, and each is sent once for all tabs: its hash is remembered, and
 * only the tab that claims a change sends it. A failure is logged and retried with the next change or page. Internal.
 */
export class IdTokenSync {
  readonly #url: URL;
  readonly #maxAgeS: number;
  readonly #sentKey: string;
  readonly #claims: TokenClaims;
  readonly #log: (message: string, cause?: unknown) => void;
  readonly #nowS: () => number;
  #queue: Promise<void> = Promise.resolve();

  /** @throws Error when the URL is of another origin: an ID token must not be sent there. */
  constructor(
    settings: IdTokenSyncSettings,
    storedUserKey: string,
    log: (message: string, cause?: unknown) => void,
    nowS: () => number,
  ) {
    this.#url = new URL(settings.url, window.location.href);
    if (this.#url.origin !== window.location.origin) throw new Error('The ID token is synced to the own origin only');
    this.#maxAgeS = settings.maxAgeS ?? ID_TOKEN_MAX_AGE_S;
    this.#sentKey = `backcounter.synced.${storedUserKey}`;
    this.#claims = new TokenClaims(this.#sentKey);
    this.#log = log;
    this.#nowS = nowS;
  }

  /** Call with each change, null for signed out. Resolves when it was sent; never rejects. */
  follow(user: SyncedUser | null): Promise<void> {
    if (!window.isSecureContext) return Promise.resolve();
    this.#queue = this.#queue
      .then(() => this.#tell(user))
      .catch((error: unknown) => this.#log('The ID token was not synced', error));
    return this.#queue;
  }

  async #tell(user: SyncedUser | null): Promise<void> {
    const sent = localStorage.getItem(this.#sentKey);
    if (user === null) {
      if (sent !== null) await this.#once(`end of ${sent}`, () => this.#tellSignOut());
      return;
    }
    const { idToken } = user;
    if (idToken === null || this.#isTooOld(user)) return;
    const fingerprint = await hashOf(idToken);
    if (sent !== fingerprint) await this.#once(fingerprint, () => this.#tellSignIn(idToken, fingerprint));
  }

  /**
   * Local storage reaches other processes with a delay, so another tab may still read the old entry; the claim is
   * visible there immediately.
   */
  async #once(change: string, tell: () => Promise<void>): Promise<void> {
    if (!(await this.#claims.take(change))) return;
    try {
      await tell();
    } catch (error) {
      await this.#claims.giveBack(change);
      throw error;
    }
  }

  async #tellSignIn(idToken: string, fingerprint: string): Promise<void> {
    await this.#request('POST', { authorization: `Bearer ${idToken}` });
    localStorage.setItem(this.#sentKey, fingerprint);
  }

  async #tellSignOut(): Promise<void> {
    await this.#request('DELETE', {});
    localStorage.removeItem(this.#sentKey);
  }

  #isTooOld({ profile }: SyncedUser): boolean {
    const iat = profile['iat'];
    return typeof iat !== 'number' || this.#nowS() - iat > this.#maxAgeS;
  }

  async #request(method: 'POST' | 'DELETE', headers: Record<string, string>): Promise<void> {
    const answer = await fetch(this.#url, {
      method,
      headers,
      credentials: 'same-origin',
      // A redirect could send the token elsewhere; and the page may be leaving for the provider.
      redirect: 'error',
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) throw new Error(`${method} ${this.#url.pathname} was answered ${answer.status}`);
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
