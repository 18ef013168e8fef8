import { ErrorTimeout, type User } from 'oidc-client-ts';
import { EXPIRING_S, type OidcUserManager } from './oidc-user-manager.ts';
import { isPassing } from './passing-error.ts';
import { TokenClaims } from './token-claims.ts';

const RETRY_MS = 5_000;
/** Longer than a renewal can take, so that only a frozen tab is given up on. */
const OTHER_TAB_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/** Callbacks of the renewal. */
export interface RenewalListener {
  /** The provider refused, or the token expired while the provider couldn't be reached. */
  onFailed(error: unknown): void;
  /** The provider could not be reached; the next try is in 5 s. */
  onDelayed(error: unknown): void;
}

/**
 * Renews the tokens of this browser 60 s before expiry. A second use of a rotated refresh token revokes the whole
 * sign-in, so only one tab may use each token; the others adopt its result. Internal.
 */
export class TokenRenewal {
  readonly #manager: OidcUserManager;
  readonly #listener: RenewalListener;
  readonly #stop = new AbortController();
  readonly #claims: TokenClaims;
  #running: Promise<User | null> | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(manager: OidcUserManager, listener: RenewalListener) {
    this.#manager = manager;
    this.#claims = new TokenClaims(`backcounter.renew:${manager.storedUserKey}`);
    this.#listener = listener;
  }

  start(): void {
    const attempt = () => void this.#attempt();
    const { signal } = this.#stop;
    this.#manager.events.addAccessTokenExpiring(attempt);
    this.#manager.events.addAccessTokenExpired(attempt);
    window.addEventListener('online', attempt, { signal });
    // Timers of a hidden or sleeping page are late; check again when it becomes visible.
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && attempt(), {
      signal,
    });
    signal.addEventListener('abort', () => {
      this.#manager.events.removeAccessTokenExpiring(attempt);
      this.#manager.events.removeAccessTokenExpired(attempt);
      clearTimeout(this.#retry);
    });
  }

  stop(): void {
    this.#stop.abort();
  }

  /**
   * The user with a token that is valid for more than 60 s, renewed if needed; null when no one is signed in. Rejects
   * when renewing failed.
   */
  renew(): Promise<User | null> {
    this.#running ??= this.#renew().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #attempt(): Promise<void> {
    const user = await this.#manager.getStoredUser();
    if (!user || isFresh(user)) return;
    // While offline nothing is tried and no one is signed out; the `online` event triggers another attempt.
    if (!navigator.onLine) return;
    try {
      await this.renew();
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      const left = (await this.#manager.getStoredUser())?.expires_in ?? 0;
      if (isPassing(error) && (left > 0 || !navigator.onLine)) {
        this.#listener.onDelayed(error);
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => void this.#attempt(), RETRY_MS);
      } else this.#listener.onFailed(error);
    }
  }

  async #renew(): Promise<User | null> {
    for (const deadlineMs = Date.now() + OTHER_TAB_MS; ; ) {
      const stored = await this.#manager.getStoredUser();
      if (!stored) return null;
      if (isFresh(stored)) return this.#manager.getUser(true);
      // With the access token, so that the name changes even if a provider doesn't rotate refresh tokens.
      const token = `${stored.refresh_token ?? ''} ${stored.access_token}`;
      if (await this.#claims.take(token)) return this.#spend(token);
      if (Date.now() > deadlineMs) throw new ErrorTimeout('Another tab did not finish renewing');
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async #spend(token: string): Promise<User | null> {
    try {
      return await this.#manager.signinSilent();
    } catch (error) {
      // The token may be unused: release it for the next try, in any tab.
      await this.#claims.giveBack(token);
      throw error;
    }
  }
}

/** True while the token is valid for more than the 60 s at which it counts as expiring. */
export function isFresh(user: User): boolean {
  return user.expires_in === undefined || user.expires_in > EXPIRING_S;
}
