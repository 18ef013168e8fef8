/** Where an account is online. */
export interface PresenceEntry {
  /** Store that the person is in; null outside of any. */
  readonly storeSid: string | null;
  /** Milliseconds since 1970 at which the first of its connections came. */
  readonly since: number;
}

/** One connection of an account that says it is there. */
export interface PresenceTouch {
  readonly firebaseId: string;
  readonly storeSid: string | null;
  /** Names the device or socket; an account is online as long as one of its connections is. At most 128 characters. */
  readonly connectionId: string;
}

/** What has changed since the last notice; listeners read the new values themselves. */
export interface PresenceChange {
  readonly isTotalChanged: boolean;
  readonly storeSids: ReadonlySet<string>;
  readonly firebaseIds: ReadonlySet<string>;
}

/**
 * Who is online, without a table in PostgreSQL (decision 0041). A touch is a lease of 75 s; writers renew it every 30 s. Implemented in the
 * process and on Redis; one contract suite runs on both.
 */
export interface PresenceStore {
  /** Puts entries there or renews their leases, all or none of them. */
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
  /** Stores with the most accounts online, most first. */
  busiestStores(limit: number): Promise<readonly { readonly storeSid: string; readonly online: number }[]>;
  /** Tells of changes, gathered so that a listener is called at most four times a second. Returns how to end it. */
  subscribe(listener: (change: PresenceChange) => void): () => void;
  /** Ends timers and connections. */
  close(): Promise<void>;
}

/** Makes the short-lived token with which a member of staff signs in to the realtime backend (specification, section 7). */
export interface AdminTokenIssuer {
  /** A token for this subject, valid for at most an hour. */
  issue(sub: string): Promise<string>;
}
