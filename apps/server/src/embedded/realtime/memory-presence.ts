import { setImmediate } from 'node:timers/promises';
import { PresenceNotices } from '../../ports/presence-notices.ts';
import {
  PRESENCE_LEASE_MS,
  type PresenceChange,
  type PresenceEntry,
  type PresenceStore,
  type PresenceTouch,
} from '../../ports/realtime.ts';

const SWEEP_MS = 1_000;
/** Connection names are usually the same few; each is stored once. */
const SHARED_NAMES_MAX = 1_000;
/** Accounts scanned before other work gets a turn. */
const LOOK_STEP = 20_000;

/** A store with accounts in it; its sid is stored once. */
interface StoreCount {
  readonly storeSid: string;
  /** Accounts currently in it. */
  online: number;
  /** Connections that name it, including those of accounts that another connection places elsewhere. */
  connections: number;
}

/**
 * A connection. All leases have the same length, so renewing appends to a linked list in order of expiry, and expired
 * leases are at its head.
 */
class Connection {
  readonly account: Account;
  readonly id: string;
  store: StoreCount | null;
  leaseEnd = 0;
  earlier: Connection | null = null;
  later: Connection | null = null;

  constructor(account: Account, id: string, store: StoreCount | null) {
    this.account = account;
    this.id = id;
    this.store = store;
  }
}

/** An online account. Most have one connection; a list is allocated for the second. */
class Account {
  readonly firebaseId: string;
  readonly since: number;
  /** In order of connecting or moving; the last one determines the store. */
  connections: Connection | Connection[] | null = null;

  constructor(firebaseId: string, since: number) {
    this.firebaseId = firebaseId;
    this.since = since;
  }

  find(id: string): Connection | undefined {
    const { connections } = this;
    if (Array.isArray(connections)) return connections.find((connection) => connection.id === id);
    return connections?.id === id ? connections : undefined;
  }

  current(): Connection | undefined {
    const { connections } = this;
    return Array.isArray(connections) ? connections.at(-1) : (connections ?? undefined);
  }

  putLast(connection: Connection): void {
    const { connections } = this;
    if (Array.isArray(connections)) connections.push(connection);
    else this.connections = connections === null ? connection : [connections, connection];
  }

  takeOut(connection: Connection): void {
    if (!Array.isArray(this.connections)) {
      this.connections = null;
      return;
    }
    const rest = this.connections.filter((each) => each !== connection);
    this.connections = rest.length === 1 ? (rest[0] ?? null) : rest;
  }
}

/**
 * Presence in memory. Counts are maintained incrementally, and a renewal touches only its connection. `nowMs` must
 * never go back; by default it is the wall clock at process start plus the time since. Internally, times are whole
 * milliseconds since the store was created, which take a third of the memory for the first 24 days.
 */
export class MemoryPresence implements PresenceStore {
  readonly #nowMs: () => number;
  readonly #accounts = new Map<string, Account>();
  readonly #stores = new Map<string, StoreCount>();
  readonly #sharedNames = new Map<string, string>();
  readonly #originMs: number;
  readonly #notices = new PresenceNotices();
  readonly #sweeper: NodeJS.Timeout;
  #first: Connection | null = null;
  #last: Connection | null = null;

  constructor(nowMs: () => number = () => performance.timeOrigin + performance.now()) {
    this.#nowMs = nowMs;
    this.#originMs = Math.floor(nowMs());
    this.#sweeper = setInterval(() => this.#endLeases(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async touch(touches: readonly PresenceTouch[]): Promise<void> {
    const now = this.#endLeases();
    for (const touch of touches) this.#touch(touch, now);
  }

  async drop(connections: readonly Pick<PresenceTouch, 'firebaseId' | 'connectionId'>[]): Promise<void> {
    for (const { firebaseId, connectionId } of connections) {
      const connection = this.#accounts.get(firebaseId)?.find(connectionId);
      if (connection !== undefined) this.#remove(connection);
    }
  }

  async count(): Promise<number> {
    this.#endLeases();
    return this.#accounts.size;
  }

  async counts(storeSids: readonly string[]): Promise<readonly number[]> {
    this.#endLeases();
    return storeSids.map((storeSid) => this.#stores.get(storeSid)?.online ?? 0);
  }

  async get(firebaseIds: readonly string[]): Promise<readonly (PresenceEntry | null)[]> {
    this.#endLeases();
    return firebaseIds.map((firebaseId) => {
      const account = this.#accounts.get(firebaseId);
      return account === undefined
        ? null
        : { storeSid: account.current()?.store?.storeSid ?? null, since: this.#originMs + account.since };
    });
  }

  async onlineIds(limit: number): Promise<readonly string[] | null> {
    this.#endLeases();
    return this.#accounts.size > limit ? null : [...this.#accounts.keys()];
  }

  async idsIn(storeSid: string, limit: number): Promise<readonly string[]> {
    this.#endLeases();
    const found: string[] = [];
    let looked = 0;
    for (const account of this.#accounts.values()) {
      // All accounts in the store have been found.
      if (found.length >= Math.min(limit, this.#stores.get(storeSid)?.online ?? 0)) break;
      if (account.current()?.store?.storeSid === storeSid) found.push(account.firebaseId);
      looked += 1;
      if (looked % LOOK_STEP === 0) await setImmediate();
    }
    return found;
  }

  async busiestStores(limit: number): Promise<readonly { readonly storeSid: string; readonly online: number }[]> {
    this.#endLeases();
    return [...this.#stores.values()]
      .filter(({ online }) => online > 0)
      .map(({ storeSid, online }) => ({ storeSid, online }))
      .sort((a, b) => b.online - a.online || (a.storeSid < b.storeSid ? -1 : 1))
      .slice(0, limit);
  }

  subscribe(listener: (change: PresenceChange) => void): () => void {
    return this.#notices.subscribe(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#notices.close();
  }

  #touch({ firebaseId, storeSid, connectionId }: PresenceTouch, now: number): void {
    let account = this.#accounts.get(firebaseId);
    const isNew = account === undefined;
    if (account === undefined) {
      account = new Account(firebaseId, now);
      this.#accounts.set(firebaseId, account);
    }
    const before = account.current()?.store ?? null;
    let connection = account.find(connectionId);
    if (connection === undefined) {
      connection = new Connection(account, this.#shared(connectionId), this.#enter(storeSid));
      account.putLast(connection);
    } else {
      this.#unlink(connection);
      if ((connection.store?.storeSid ?? null) !== storeSid) {
        const left = connection.store;
        connection.store = this.#enter(storeSid);
        this.#leave(left);
        account.takeOut(connection);
        account.putLast(connection);
      }
    }
    connection.leaseEnd = now + PRESENCE_LEASE_MS;
    this.#linkLast(connection);
    this.#book(firebaseId, before, account.current()?.store ?? null, isNew);
  }

  #remove(connection: Connection): void {
    const { account } = connection;
    const before = account.current()?.store ?? null;
    this.#unlink(connection);
    account.takeOut(connection);
    const rest = account.current();
    if (rest === undefined) this.#accounts.delete(account.firebaseId);
    this.#leave(connection.store);
    this.#book(account.firebaseId, before, rest?.store ?? null, rest === undefined);
  }

  /** Updates store counts for a change and notifies listeners. */
  #book(firebaseId: string, before: StoreCount | null, after: StoreCount | null, isTotalChanged: boolean): void {
    if (before === after) {
      if (isTotalChanged) this.#notices.add(firebaseId, null, null, true);
      return;
    }
    if (before !== null) before.online -= 1;
    if (after !== null) after.online += 1;
    this.#notices.add(firebaseId, before?.storeSid ?? null, after?.storeSid ?? null, isTotalChanged);
  }

  #enter(storeSid: string | null): StoreCount | null {
    if (storeSid === null) return null;
    let store = this.#stores.get(storeSid);
    if (store === undefined) {
      store = { storeSid, online: 0, connections: 0 };
      this.#stores.set(storeSid, store);
    }
    store.connections += 1;
    return store;
  }

  #leave(store: StoreCount | null): void {
    if (store === null) return;
    store.connections -= 1;
    if (store.connections === 0) this.#stores.delete(store.storeSid);
  }

  #shared(name: string): string {
    const known = this.#sharedNames.get(name);
    if (known === undefined && this.#sharedNames.size < SHARED_NAMES_MAX) this.#sharedNames.set(name, name);
    return known ?? name;
  }

  #endLeases(): number {
    const now = Math.floor(this.#nowMs()) - this.#originMs;
    while (this.#first !== null && this.#first.leaseEnd <= now) this.#remove(this.#first);
    return now;
  }

  #linkLast(connection: Connection): void {
    connection.earlier = this.#last;
    connection.later = null;
    if (this.#last === null) this.#first = connection;
    else this.#last.later = connection;
    this.#last = connection;
  }

  #unlink({ earlier, later }: Connection): void {
    if (earlier === null) this.#first = later;
    else earlier.later = later;
    if (later === null) this.#last = earlier;
    else later.earlier = earlier;
  }
}
