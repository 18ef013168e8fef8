import type { SignedInUser } from './signed-in-user.ts';

/**
 * The user state of the specification, section 4: the person logged in to the product, and the admin token of the
 * realtime backend. A signed-in user without a role is not `logged`.
 */
export class UserState {
  #logged: SignedInUser | null = null;
  #adminToken: string | null = null;
  readonly #log: (message: string) => void;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** The user with at least one role; empty until set. */
  get logged(): SignedInUser | null {
    return this.#logged;
  }

  get adminToken(): string | null {
    return this.#adminToken;
  }

  /**
   * Succeeds only if the user has at least one role; otherwise logs 'No user roles detected', stores nothing and
   * returns false.
   */
  setUser(user: SignedInUser): boolean {
    const hasRole = user.roles.length > 0;
    if (!hasRole) this.#log('No user roles detected');
    this.#logged = hasRole ? user : null;
    return hasRole;
  }

  clearUser(): void {
    this.#logged = null;
  }

  /** Replaces the token with a new one; null and undefined keep the current one. */
  setAdminToken(token: string | null | undefined): void {
    if (token) this.#adminToken = token;
  }

  /** For a sign-out: the next person must not inherit it. */
  clearAdminToken(): void {
    this.#adminToken = null;
  }
}
