import type { FirebaseApp } from '@firebase/app';
import {
  type Auth,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  inMemoryPersistence,
  onAuthStateChanged,
  signInWithCustomToken,
  signOut,
} from '@firebase/auth';
import type { RealtimeUser, Unsubscribe, ValueListener } from '../presence.port.ts';

/** Sign-in with Firebase, without the popups, frames and scripts of its other methods. */
export class FirebaseAuth {
  readonly #auth: Auth;

  constructor(app: FirebaseApp, emulatorUrl: string | undefined) {
    this.#auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, inMemoryPersistence] });
    if (emulatorUrl !== undefined) connectAuthEmulator(this.#auth, emulatorUrl, { disableWarnings: true });
  }

  /** The signed-in user; null without one, and until it is known. */
  get user(): RealtimeUser | null {
    return this.#auth.currentUser && { uid: this.#auth.currentUser.uid };
  }

  /** Calls the listener with the user once known, and on each change. */
  onUser(listener: ValueListener<RealtimeUser | null>): Unsubscribe {
    return onAuthStateChanged(this.#auth, (user) => listener(user && { uid: user.uid }));
  }

  async signIn(customToken: string): Promise<RealtimeUser> {
    const { user } = await signInWithCustomToken(this.#auth, customToken);
    return { uid: user.uid };
  }

  signOut(): Promise<void> {
    return signOut(this.#auth);
  }
}
