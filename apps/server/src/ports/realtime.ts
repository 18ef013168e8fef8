import type { StaffCaller } from './identity.ts';

/** How long a connection counts as online without renewal; writers renew every 30 s (decision 0041). */
export const PRESENCE_LEASE_MS = 75_000;

/** An account's presence. */
export interface PresenceEntry {
  /** The store the person is in, from the connection that last connected or moved; null if none. */
  readonly storeSid: string | null;
  /** When the account came online, in milliseconds since 1970. */
  readonly since: number;
}

/** One connection that reports an account as online. */
export interface PresenceTouch {
  readonly firebaseId: string;
  readonly storeSid: string | null;
  /**
   * Identifies the device or socket; an account is online as long as any of its connections is. At most 400 characters.
   */
  readonly connectionId: string;
}

/** Changes since the last notice; listeners read the new values themselves. */
export interface PresenceChange {
  readonly isTotalChanged: boolean;
  readonly storeSids: ReadonlySet<string>;
  readonly firebaseIds: ReadonlySet<string>;
  /** Notices may have been missed, so any value may have changed. */
  readonly isAnything: boolean;
}

/**
 * Presence of people, without a table in PostgreSQL (decision 0041). A touch is a lease of 75 s, which writers renew every
 * 30 s. Implemented in memory and on Redis, both under one contract suite. Throws `service.unavailable` if the store
 * does not answer in time.
 */
export interface PresenceStore {
  /** Creates entries or renews their leases. A failed call may have been applied in part and can be repeated. */
  touch(touches: readonly PresenceTouch[]): Promise<void>;
  /** Ends connections early; unknown ones are ignored. */
  drop(connections: readonly Pick<PresenceTouch, 'firebaseId' | 'connectionId'>[]): Promise<void>;
  /** Number of accounts online. */
  count(): Promise<number>;
  /** Number of accounts online per store, in the order of `storeSids`. */
  counts(storeSids: readonly string[]): Promise<readonly number[]>;
  /** Entries in the order of `firebaseIds`; null for accounts that are offline. */
  get(firebaseIds: readonly string[]): Promise<readonly (PresenceEntry | null)[]>;
  /** Firebase ids of all accounts online; null if there are more than `limit`. */
  onlineIds(limit: number): Promise<readonly string[] | null>;
  /**
   * Firebase ids in a store, at most `limit`, in no particular order. Scans all accounts in steps, so use it for one
   * store at a time.
   */
  idsIn(storeSid: string, limit: number): Promise<readonly string[]>;
  /** Stores with the most accounts online, in descending order, then by sid. */
  busiestStores(limit: number): Promise<readonly { readonly storeSid: string; readonly online: number }[]>;
  /** Subscribes to changes, batched to at most ten calls a second. Returns a function that unsubscribes. */
  subscribe(listener: (change: PresenceChange) => void): () => void;
  /** Stops timers and closes connections. */
  close(): Promise<void>;
}

/** A replaced set of keys, forwarded to the process that holds the stream. */
export interface RelayedKeys {
  readonly streamId: string;
  /** Uid of the session that sent the keys; must match the stream's. */
  readonly uid: string;
  readonly keys: readonly string[];
}

/**
 * Messages between server processes about realtime sessions. Without Redis there is one process and nothing to send.
 * Throws `service.unavailable`.
 */
export interface RealtimeBackplane {
  /** True for the first process that claims this id; remembered for `ttlMs`. */
  claimOnce(id: string, ttlMs: number): Promise<boolean>;
  /** Ends a session in all processes; remembered for `ttlMs`. */
  endSession(sessionId: string, ttlMs: number): Promise<void>;
  isSessionEnded(sessionId: string): Promise<boolean>;
  /** Called in every process for each ended session. */
  onSessionEnded(listener: (sessionId: string) => void): void;
  /** Forwards keys to the process that holds the stream; false if none does. */
  relayKeys(keys: RelayedKeys): Promise<boolean>;
  /** Registers the receiver of forwarded keys; it returns whether this process holds the stream. */
  onRelayedKeys(take: (keys: RelayedKeys) => Promise<boolean>): void;
}

/** Issues the short-lived token with which staff sign in to the realtime backend (specification, section 7). */
export interface AdminTokenIssuer {
  /** A token for this person, valid for at most one hour. Must never be logged. */
  issue(caller: StaffCaller): Promise<string>;
}

/**
 * URL from which a browser signed in to the realtime backend loads `profile_pictures/{firebaseId}.png`, valid until
 * `expiresAt` (milliseconds since 1970); null if there is no picture.
 */
export type PictureAddress = (
  firebaseId: string,
) => Promise<{ readonly url: string; readonly expiresAt: number } | null>;
