import type { StaffCaller } from './identity.ts';

/** How long a connection counts as there without being renewed; writers renew every 30 s (decision 0041). */
export const PRESENCE_LEASE_MS = 75_000;

/** Where an account is online. */
export interface PresenceEntry {
  /** Store that the person is in, as the connection said that came or moved last; null outside of any. */
  readonly storeSid: string | null;
  /** Milliseconds since 1970 at which the account came online. */
  readonly since: number;
}

/** One connection of an account that says it is there. */
export interface PresenceTouch {
  readonly firebaseId: string;
  readonly storeSid: string | null;
  /** Names the device or socket; an account is online as long as one of its connections is. At most 400 characters. */
  readonly connectionId: string;
}

/** What has changed since the last notice; listeners read the new values themselves. */
export interface PresenceChange {
  readonly isTotalChanged: boolean;
  readonly storeSids: ReadonlySet<string>;
  readonly firebaseIds: ReadonlySet<string>;
  /** Notices may have been missed: every value may be another one. */
  readonly isAnything: boolean;
}

/**
 * Who is online, without a table in PostgreSQL (decision 0041). A touch is a lease of 75 s; writers renew it every 30 s. Implemented in the
 * process and on Redis; one contract suite runs on both. Errors: `service.unavailable` when the store does not answer in time.
 */
export interface PresenceStore {
  /** Puts entries there or renews their leases. What failed may have been done in part; doing it again is fine. */
  touch(touches: readonly PresenceTouch[]): Promise<void>;
  /** Ends connections before their lease does; unknown ones are ignored. */
  drop(connections: readonly Pick<PresenceTouch, 'firebaseId' | 'connectionId'>[]): Promise<void>;
  /** Accounts online. */
  count(): Promise<number>;
  /** Accounts online by store, in the order asked for. */
  counts(storeSids: readonly string[]): Promise<readonly number[]>;
  /** Entries in the order asked for; null for whoever is not online. */
  get(firebaseIds: readonly string[]): Promise<readonly (PresenceEntry | null)[]>;
  /** Firebase ids that are online, at most `limit` of them; null when there are more. */
  onlineIds(limit: number): Promise<readonly string[] | null>;
  /** Firebase ids that are in a store, at most `limit` of them, in no order. Looks through everybody in steps: for one store at a time. */
  idsIn(storeSid: string, limit: number): Promise<readonly string[]>;
  /** Stores with the most accounts online, most first, then by sid. */
  busiestStores(limit: number): Promise<readonly { readonly storeSid: string; readonly online: number }[]>;
  /** Tells of changes, gathered so that a listener is called at most ten times a second. Returns how to end it. */
  subscribe(listener: (change: PresenceChange) => void): () => void;
  /** Ends timers and connections. */
  close(): Promise<void>;
}

/** A replaced set of keys on its way to the process that holds the stream. */
export interface RelayedKeys {
  readonly streamId: string;
  /** Of the session that sent them; the stream's own must be the same. */
  readonly uid: string;
  readonly keys: readonly string[];
}

/**
 * What copies of the server tell each other about realtime sessions. Without Redis there is one copy and nobody to tell.
 * Errors: `service.unavailable`.
 */
export interface RealtimeBackplane {
  /** True for the first of all copies that asks with this id; it is remembered for `ttlMs`. */
  claimOnce(id: string, ttlMs: number): Promise<boolean>;
  /** Ends a session everywhere; it is remembered for `ttlMs`. */
  endSession(sessionId: string, ttlMs: number): Promise<void>;
  isSessionEnded(sessionId: string): Promise<boolean>;
  /** Called for each session that was ended, on every copy. */
  onSessionEnded(listener: (sessionId: string) => void): void;
  /** Hands keys to the copy that holds the stream; false when none does. */
  relayKeys(keys: RelayedKeys): Promise<boolean>;
  /** How this copy takes keys; the answer tells whether it holds the stream. */
  onRelayedKeys(take: (keys: RelayedKeys) => Promise<boolean>): void;
}

/** Makes the short-lived token with which a member of staff signs in to the realtime backend (specification, section 7). */
export interface AdminTokenIssuer {
  /** A token for this person, valid for at most an hour; never logged. */
  issue(caller: StaffCaller): Promise<string>;
}

/**
 * Where a browser that is signed in to the realtime backend finds `profile_pictures/{firebaseId}.png`, until `expiresAt` (milliseconds since 1970);
 * null when there is none.
 */
export type PictureAddress = (
  firebaseId: string,
) => Promise<{ readonly url: string; readonly expiresAt: number } | null>;
