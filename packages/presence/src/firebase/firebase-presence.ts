import { listen, tell } from '../listeners.ts';
import { PICTURE_FAILURE, PresenceError, type PresenceErrorCode } from '../presence.error.ts';
import type {
  OnlineEntry,
  PictureUrl,
  Presence,
  PresenceLink,
  RealtimeUser,
  Unsubscribe,
  ValueListener,
} from '../presence.port.ts';
import { isFirebaseId } from '../realtime-path.ts';
import type { FirebaseAuth } from './firebase-auth.ts';
import type { FirebaseDatabase } from './firebase-database.ts';

const PERIOD_MS = 1000;

/** Throttles a listener: called immediately, then at most once a second with the newest value. */
function onceASecond<Value>(listener: (value: Value) => void): {
  readonly tell: (value: Value) => void;
  readonly end: () => void;
} {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let newest: { readonly value: Value } | undefined;
  const tellNewest = () => {
    timer = undefined;
    if (!newest) return;
    const { value } = newest;
    newest = undefined;
    timer = setTimeout(tellNewest, PERIOD_MS);
    listener(value);
  };
  return {
    tell(value) {
      newest = { value };
      if (timer === undefined) tellNewest();
    },
    end() {
      clearTimeout(timer);
      newest = undefined;
      timer = undefined;
    },
  };
}

/** The SDK waits up to five minutes between attempts to connect, too long for people. */
const RECONNECT_MS = 20_000;

/** The parts of the SDK, and the paths of the counts. */
export interface FirebaseParts {
  readonly auth: Pick<FirebaseAuth, keyof FirebaseAuth>;
  readonly database: Pick<FirebaseDatabase, keyof FirebaseDatabase>;
  readonly pictureUrl: (firebaseId: string) => Promise<string>;
  readonly countPath: string | undefined;
  readonly storeCountsPath: string | undefined;
  readonly close: () => unknown;
}

interface Subscription {
  readonly attach: () => Unsubscribe;
  detach: Unsubscribe | undefined;
}

/**
 * The realtime backend on Firebase. Listeners of the database exist only while a user is signed in; its rules cancel
 * them otherwise.
 */
export class FirebasePresence implements Presence {
  readonly #parts: FirebaseParts;
  readonly #subscriptions = new Set<Subscription>();
  readonly #authListeners = new Set<ValueListener<RealtimeUser | null>>();
  readonly #linkListeners = new Set<ValueListener<PresenceLink>>();
  /** Undefined until known. */
  #user: RealtimeUser | null | undefined;
  #link: PresenceLink = { state: 'idle', since: Date.now() };
  #reconnecting: ReturnType<typeof setInterval> | undefined;
  readonly #endAuth: Unsubscribe;
  #isDisposed = false;

  constructor(parts: FirebaseParts) {
    this.#parts = parts;
    this.#subscribe(() => this.#watchLink());
    this.#endAuth = parts.auth.onUser((user) => this.#setUser(user));
  }

  async signIn(adminToken: string): Promise<RealtimeUser> {
    try {
      const user = await this.#parts.auth.signIn(adminToken);
      this.#setUser(user);
      return user;
    } catch (cause) {
      const code = codeOf(cause, 'auth/internal-error');
      // The SDK's error for an expired custom token, which signed no one in.
      throw new PresenceError(
        code === 'auth/user-token-expired' ? 'auth/invalid-custom-token' : code,
        'Sign-in failed',
        cause,
      );
    }
  }

  async signOut(): Promise<void> {
    this.#setUser(null);
    await this.#parts.auth.signOut();
  }

  onAuth(listener: ValueListener<RealtimeUser | null>): Unsubscribe {
    return listen(this.#authListeners, listener, this.#user);
  }

  onLink(listener: ValueListener<PresenceLink>): Unsubscribe {
    return listen(this.#linkListeners, listener, this.#link);
  }

  onlineCount(listener: ValueListener<number>): Unsubscribe {
    const { database, countPath } = this.#parts;
    const listeners = new Set([listener]);
    const counts = onceASecond(whenChanged<number>((count) => tell(listeners, count)));
    const end = this.#subscribe(() =>
      countPath === undefined
        ? database.watch('online', (snapshot) => counts.tell(snapshot.size), logRefusal)
        : database.watch(countPath, (snapshot) => counts.tell(numberOf(snapshot.val())), logRefusal),
    );
    return () => {
      counts.end();
      end();
    };
  }

  onlineByStore(storeSids: readonly string[], listener: ValueListener<ReadonlyMap<string, number>>): Unsubscribe {
    const { database, storeCountsPath } = this.#parts;
    const sids = [...new Set(storeSids)];
    const known = new Map<string, number>();
    const listeners = new Set([listener]);
    const maps = onceASecond<ReadonlyMap<string, number>>((counted) => tell(listeners, counted));
    const set = (sid: string, count: number) => {
      if (known.get(sid) === count) return;
      known.set(sid, count);
      if (known.size === sids.length) maps.tell(new Map(known));
    };
    const end = this.#subscribe(() => {
      known.clear();
      if (sids.length === 0) maps.tell(new Map());
      const ends = sids.map((sid) => {
        if (storeCountsPath === undefined)
          return database.watchWhere('online', ['store_sid', sid], (found) => set(sid, found.size), logRefusal);
        if (isFirebaseId(sid))
          return database.watch(`${storeCountsPath}/${sid}`, (count) => set(sid, numberOf(count.val())), logRefusal);
        set(sid, 0);
        return () => undefined;
      });
      return () => {
        for (const detach of ends) detach();
      };
    });
    return () => {
      maps.end();
      end();
    };
  }

  onlineEntry(firebaseId: string, listener: ValueListener<OnlineEntry | null>): Unsubscribe {
    return this.#subscribe(() => {
      if (isFirebaseId(firebaseId)) {
        return this.#parts.database.watch(
          `online/${firebaseId}`,
          (found) => listener(entryOf(found.val())),
          logRefusal,
        );
      }
      listener(null);
      return () => undefined;
    });
  }

  async pictureUrl(firebaseId: string): Promise<PictureUrl> {
    if (!this.#parts.auth.user) throw new PresenceError('storage/unauthenticated', PICTURE_FAILURE);
    try {
      return { url: await this.#parts.pictureUrl(firebaseId), expiresAt: null };
    } catch (cause) {
      throw new PresenceError(codeOf(cause, 'storage/unknown'), PICTURE_FAILURE, cause);
    }
  }

  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#endAuth();
    this.#authListeners.clear();
    this.#linkListeners.clear();
    this.#detach();
    this.#subscriptions.clear();
    clearInterval(this.#reconnecting);
    this.#parts.close();
  }

  #setUser(user: RealtimeUser | null): void {
    if (this.#user === user || (this.#user && this.#user.uid === user?.uid)) return;
    this.#user = user;
    this.#detach();
    if (user) for (const subscription of this.#subscriptions) subscription.detach = subscription.attach();
    else this.#setLink('idle');
    tell(this.#authListeners, user);
  }

  #subscribe(attach: () => Unsubscribe): Unsubscribe {
    const subscription: Subscription = { attach, detach: undefined };
    this.#subscriptions.add(subscription);
    if (this.#user) subscription.detach = attach();
    return () => {
      this.#subscriptions.delete(subscription);
      subscription.detach?.();
      subscription.detach = undefined;
    };
  }

  #detach(): void {
    for (const subscription of this.#subscriptions) {
      subscription.detach?.();
      subscription.detach = undefined;
    }
  }

  #watchLink(): Unsubscribe {
    this.#setLink('connecting');
    return this.#parts.database.watch(
      '.info/connected',
      (snapshot) => {
        if (snapshot.val() === true) this.#setLink('live');
        else if (this.#link.state === 'live') this.#setLink('lost');
      },
      logRefusal,
    );
  }

  #setLink(state: PresenceLink['state']): void {
    if (state === this.#link.state) return;
    this.#link = { state, since: Date.now() };
    clearInterval(this.#reconnecting);
    if (state === 'lost') this.#reconnecting = setInterval(() => this.#parts.database.reconnect(), RECONNECT_MS);
    tell(this.#linkListeners, this.#link);
  }
}

function whenChanged<Value>(listener: ValueListener<Value>): ValueListener<Value> {
  let last: Value | undefined;
  return (value) => {
    if (value === last) return;
    last = value;
    listener(value);
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}

function entryOf(value: unknown): OnlineEntry | null {
  if (value === null) return null;
  const sid = (Object(value) as { store_sid?: unknown }).store_sid;
  return { store_sid: typeof sid === 'string' ? sid : null };
}

function codeOf(cause: unknown, otherwise: PresenceErrorCode): PresenceErrorCode {
  const { code } = Object(cause) as { code?: unknown };
  return typeof code === 'string' && /^(auth|storage)\/[a-z-]+$/.test(code) ? (code as PresenceErrorCode) : otherwise;
}

function logRefusal(cause: Error): void {
  console.warn('Presence, realtime database:', cause);
}
