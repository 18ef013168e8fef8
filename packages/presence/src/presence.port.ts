/** Where an account is online; the fields of the entry `online/{firebaseId}` (specification, section 3). */
export interface OnlineEntry {
  readonly store_sid: string | null;
}

/** Who is signed in to the realtime backend. */
export interface RealtimeUser {
  readonly uid: string;
}

/** Ends a subscription; its listener is not called again. Calling it twice is fine. */
export type Unsubscribe = () => void;

/** How the link to the realtime backend is; `since` in milliseconds since 1970. Values seen before `lost` may be stale. */
export interface PresenceLink {
  readonly state: 'idle' | 'connecting' | 'live' | 'lost';
  readonly since: number;
}

/** Address of a picture, fit for an `img`. */
export interface PictureUrl {
  readonly url: string;
  /** Milliseconds since 1970 after which the address no longer answers; null when it does not expire. */
  readonly expiresAt: number | null;
}

/** Told a value at once when it is known, and each later one. */
export type ValueListener<Value> = (value: Value) => void;

/**
 * The realtime backend as the console needs it (specification, sections 4 and 7). Adapters: embedded and Firebase; one contract suite runs on
 * both. Rejections are `PresenceError` with a code in Firebase's spelling (`auth/invalid-custom-token`, `storage/object-not-found`, …),
 * whichever adapter it is.
 *
 * Subscriptions may begin before sign-in; they are filled once somebody is signed in, and survive a lost link and a renewed sign-in.
 */
export interface Presence {
  /** Signs in with the admin token. Again with a fresh one: the session goes on. @throws PresenceError */
  signIn(adminToken: string): Promise<RealtimeUser>;
  signOut(): Promise<void>;
  /** Tells at once and on each change who is signed in; null for nobody, also when a session has ended and wants a fresh admin token. */
  onAuth(listener: ValueListener<RealtimeUser | null>): Unsubscribe;
  /** Count of the `online` collection, at once when known and on each change, at most once a second. */
  onlineCount(listener: ValueListener<number>): Unsubscribe;
  /** Count per store for these store ids, told when all are known; a new map on each change. */
  onlineByStore(storeSids: readonly string[], listener: ValueListener<ReadonlyMap<string, number>>): Unsubscribe;
  /** The entry `online/{firebaseId}`; null while not online. */
  onlineEntry(firebaseId: string, listener: ValueListener<OnlineEntry | null>): Unsubscribe;
  /**
   * Address of `profile_pictures/{firebaseId}.png`.
   * @throws PresenceError 'Error in fetching profile picture' with the code `storage/object-not-found` and the like
   */
  pictureUrl(firebaseId: string): Promise<PictureUrl>;
  /** Tells at once and on each change how the link is. */
  onLink(listener: ValueListener<PresenceLink>): Unsubscribe;
  /** Ends all subscriptions, timers and connections; nothing may be called afterwards. */
  dispose(): void;
}
