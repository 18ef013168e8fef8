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

/** Sign-in of Firebase, without the pop-ups, frames and scripts of its other ways to sign in. */
export class FirebaseAuth {
  readonly #auth: Auth;

  constructor(app: FirebaseApp, emulatorUrl: string | undefined) {
    this.#auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, inMemoryPersistence] });
    if (emulatorUrl !== undefined) connectAuthEmulator(this.#auth, emulatorUrl, { disableWarnings: true });
  }

  /** Who is signed in now; null for nobody, and as long as it is not known. */
  get user(): RealtimeUser | null {
    return this.#auth.currentUser && { uid: this.#auth.currentUser.uid };
  }

  /** Tells who is signed in, first when it is known. */
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
