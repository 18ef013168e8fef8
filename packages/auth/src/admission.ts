import type { AuthSettings } from './auth.settings.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { UserState } from './user-state.ts';

/** Everything a host renders from. A new object on each change, so it can be compared by identity. */
export interface AuthSnapshot {
  /** `starting` until `start()` has read the store; `expired` while the browser is sent to sign in again. */
  readonly status: 'starting' | 'signed-in' | 'signed-out' | 'expired';
  readonly user: SignedInUser | null;
}

/**
 * The snapshot, and the start-up order of the specification, section 4, for every person who is found or signs in:
 * first the admin token, then subscribers and the user state. Internal.
 */
export class Admission {
  readonly userState: UserState;
  readonly listeners = new Set<() => void>();
  snapshot: AuthSnapshot = { status: 'starting', user: null };
  readonly #obtainAdminToken: AuthSettings['obtainAdminToken'];
  readonly #log: (message: string, cause?: unknown) => void;
  /** Subject of the person published to subscribers. */
  #admitted: string | null = null;
  #running: { readonly sub: string; readonly done: Promise<void> } | null = null;

  constructor(obtainAdminToken: AuthSettings['obtainAdminToken'], log: (message: string, cause?: unknown) => void) {
    this.#obtainAdminToken = obtainAdminToken;
    this.#log = log;
    this.userState = new UserState(log);
  }

  /** Resolves when the current admission ends; rejects when the person was not admitted. */
  async end(): Promise<void> {
    await this.#running?.done;
  }

  /** Changes the snapshot. Renewals and sign-outs are published immediately. */
  show(status: AuthSnapshot['status'], user: SignedInUser | null): void {
    this.snapshot = { status, user };
    if (!user) this.#admitted = null;
    if (!user || user.profile.sub === this.#admitted) this.#publish();
    else if (user.profile.sub !== this.#running?.sub) this.#begin(user);
  }

  #publish(): void {
    const { user } = this.snapshot;
    if (user) this.userState.setUser(user);
    else this.userState.clearUser();
    for (const listener of this.listeners) listener();
  }

  #begin(person: SignedInUser): void {
    const running = { sub: person.profile.sub, done: this.#admit(person) };
    this.#running = running;
    running.done
      .catch((error: unknown) => this.#log('The user was not let in', error))
      .finally(() => {
        if (this.#running === running) this.#running = null;
      });
  }

  async #admit(person: SignedInUser): Promise<void> {
    this.userState.clearUser();
    this.userState.clearAdminToken();
    const token = await this.#obtainAdminToken?.(person);
    const { sub } = person.profile;
    // Signed out or replaced by another person in between.
    if (this.snapshot.user?.profile.sub !== sub) return;
    this.userState.setAdminToken(token);
    this.#admitted = sub;
    this.#publish();
  }
}
