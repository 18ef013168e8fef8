import type { AuthSettings } from './auth.settings.ts';
import type { SignedInUser } from './signed-in-user.ts';
import type { UserState } from './user-state.ts';

/** Access to the SDK that admission needs. */
export interface AdmissionHost {
  readonly userState: UserState;
  readonly obtainAdminToken: AuthSettings['obtainAdminToken'];
  /** The person in the snapshot. */
  readonly current: () => SignedInUser | null;
  /** Publishes the snapshot to subscribers and the user state. */
  readonly publish: () => void;
  readonly log: (message: string, cause?: unknown) => void;
}

/**
 * The start-up order of the specification, section 4, for every person who is found or signs in: first the admin token,
 * then subscribers and the user state. Internal.
 */
export class Admission {
  readonly #host: AdmissionHost;
  /** Subject of the person published to subscribers. */
  #admitted: string | null = null;
  #running: { readonly sub: string; readonly done: Promise<void> } | null = null;

  constructor(host: AdmissionHost) {
    this.#host = host;
  }

  /** Resolves when the current admission ends; rejects when the person was not admitted. */
  async end(): Promise<void> {
    await this.#running?.done;
  }

  /** Call with each change of the snapshot. Renewals and sign-outs are published immediately. */
  follow(): void {
    const person = this.#host.current();
    if (!person) this.#admitted = null;
    if (!person || person.profile.sub === this.#admitted) this.#host.publish();
    else if (person.profile.sub !== this.#running?.sub) this.#begin(person);
  }

  #begin(person: SignedInUser): void {
    const running = { sub: person.profile.sub, done: this.#admit(person) };
    this.#running = running;
    running.done
      .catch((error: unknown) => this.#host.log('The user was not let in', error))
      .finally(() => {
        if (this.#running === running) this.#running = null;
      });
  }

  async #admit(person: SignedInUser): Promise<void> {
    const { userState, obtainAdminToken, current, publish } = this.#host;
    userState.clearUser();
    userState.clearAdminToken();
    const token = await obtainAdminToken?.(person);
    const { sub } = person.profile;
    // Signed out or replaced by another person in between.
    if (current()?.profile.sub !== sub) return;
    userState.setAdminToken(token);
    this.#admitted = sub;
    publish();
  }
}
