/** Where an account is online; the fields of the entry `online/{firebaseId}` (specification, section 3). */
export interface OnlineEntry {
  readonly store_sid: string | null;
}

/** The user signed in to the realtime backend. */
export interface RealtimeUser {
  readonly uid: string;
}

/** Ends a subscription; its listener is not called again. May be called twice. */
export type Unsubscribe = () => void;

/**
 * State of the link to the realtime backend; `since` in milliseconds since 1970. Values seen before `lost` may be
 * stale.
 */
export interface PresenceLink {
  readonly state: 'idle' | 'connecting' | 'live' | 'lost';
  readonly since: number;
}

/** URL of a picture, for an `img`. */
export interface PictureUrl {
  readonly url: string;
  /** Expiry in milliseconds since 1970; null when the URL does not expire. */
  readonly expiresAt: number | null;
}

/** Called with a value once it is known, and with each later one. */
export type ValueListener<Value> = (value: Value) => void;

/**
 * The realtime backend as the console needs it (specification, sections 4 and 7). Adapters: embedded and Firebase; one
 * contract suite runs on both. Rejections are `PresenceError` with a code in Firebase's spelling
 * (`auth/invalid-custom-token`, `storage/object-not-found`, …), whichever adapter it is.
 *
 * Subscriptions may start before sign-in; they get values once a user is signed in, and survive a lost link and a
 * renewed sign-in.
 */
export interface Presence {
  /** Signs in with the admin token. Another call with a fresh token continues the session. @throws PresenceError */
  signIn(adminToken: string): Promise<RealtimeUser>;
  signOut(): Promise<void>;
  /**
   * Reports the signed-in user immediately and on each change; null without one, also when a session has ended and
   * needs a fresh admin token.
   */
  onAuth(listener: ValueListener<RealtimeUser | null>): Unsubscribe;
  /** Count of the `online` collection, as soon as it is known and on each change, at most once a second. */
  onlineCount(listener: ValueListener<number>): Unsubscribe;
  /** Counts of these stores, once all are known; a new map on each change. */
  onlineByStore(storeSids: readonly string[], listener: ValueListener<ReadonlyMap<string, number>>): Unsubscribe;
  /** The entry `online/{firebaseId}`; null while not online. */
  onlineEntry(firebaseId: string, listener: ValueListener<OnlineEntry | null>): Unsubscribe;
  /**
   * URL of `profile_pictures/{firebaseId}.png`.
   * @throws PresenceError 'Error in fetching profile picture' with a code such as `storage/object-not-found`
   */
  pictureUrl(firebaseId: string): Promise<PictureUrl>;
  /** Reports the link immediately and on each change. */
  onLink(listener: ValueListener<PresenceLink>): Unsubscribe;
  /** Ends all subscriptions, timers and connections; no method may be called afterwards. */
  dispose(): void;
}
