import { createHash, randomUUID } from 'node:crypto';
import { bestEffort } from '../../db/best-effort.ts';
import { PresenceNotices } from '../../ports/presence-notices.ts';
import {
  PRESENCE_LEASE_MS,
  type PresenceChange,
  type PresenceEntry,
  type PresenceStore,
  type PresenceTouch,
} from '../../ports/realtime.ts';
import { DROP, EXPIRE, FIND, GET, TOUCH } from './presence-scripts.ts';
import type { RedisLink } from './redis-link.ts';

/**
 * Accounts are sharded by the hash of their id. All keys of a shard share a hash tag, so they are in one slot of a
 * cluster.
 */
const SHARDS = Array.from({ length: 16 }, (_, shard) => `backcounter:{presence-${shard}}`);
const CHANNEL = 'backcounter:presence';
const SWEEP_MS = 1_000;
const SWEEP_BATCH = 1_000;
/** Listeners reread everything at this interval, because a dying process loses its last notices. */
const RESYNC_MS = 30_000;
const BUSIEST_KEPT_MS = 2_000;
/** Accounts scanned per script. */
const FIND_STEP = 2_000;
/** Touches per script; Redis blocks while it runs. */
const SCRIPT_BATCH = 500;

type Script = (...args: (string | number)[]) => Promise<unknown>;

interface Scripts {
  readonly presenceTouch: Script;
  readonly presenceDrop: Script;
  readonly presenceExpire: Script;
  readonly presenceGet: Script;
  readonly presenceFind: Script;
}

/** Presence on Redis or Valkey, shared by several server processes. */
export class RedisPresence implements PresenceStore {
  readonly #link: RedisLink;
  readonly #scripts: Scripts;
  readonly #nowMs: (() => number) | null;
  readonly #id = randomUUID();
  /** Changes for local listeners, and for those of other processes. */
  readonly #notices = new PresenceNotices();
  readonly #outbox = new PresenceNotices();
  readonly #timers: readonly NodeJS.Timeout[];
  #sweptAtMs = Number.NEGATIVE_INFINITY;
  #sweep: Promise<void> | null = null;
  #busiest: { readonly atMs: number; readonly counts: Promise<ReadonlyMap<string, number>> } | null = null;

  /** `nowMs` replaces the clock of Redis in tests. */
  constructor(link: RedisLink, nowMs: (() => number) | null = null) {
    this.#link = link;
    this.#nowMs = nowMs;
    const { commands, messages } = link;
    commands.defineCommand('presenceTouch', { numberOfKeys: 3, lua: TOUCH });
    commands.defineCommand('presenceDrop', { numberOfKeys: 3, lua: DROP });
    commands.defineCommand('presenceExpire', { numberOfKeys: 3, lua: EXPIRE });
    commands.defineCommand('presenceGet', { numberOfKeys: 1, lua: GET });
    commands.defineCommand('presenceFind', { numberOfKeys: 1, lua: FIND });
    this.#scripts = commands as unknown as Scripts;
    this.#outbox.subscribe((change) => void bestEffort('publishing presence changes', () => this.#publish(change)));
    link.subscribe(CHANNEL);
    messages.on('message', (channel: string, text: string) => {
      if (channel === CHANNEL) this.#receive(text);
    });
    link.onMessagesAgain(() => this.#notifyAnything());
    this.#timers = [
      setInterval(() => {
        // The link reports an outage; this would repeat it every second.
        if (commands.status === 'ready') void bestEffort('sweeping presence', () => this.#sweepIfDue());
      }, SWEEP_MS),
      setInterval(() => this.#notifyAnything(), RESYNC_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  async touch(touches: readonly PresenceTouch[]): Promise<void> {
    await this.#change(touches, (shard, part) =>
      this.#scripts.presenceTouch(
        ...keysOf(shard),
        this.#now(),
        PRESENCE_LEASE_MS,
        ...part.flatMap(({ firebaseId, storeSid, connectionId }) => [firebaseId, storeSid ?? '', connectionId]),
      ),
    );
  }

  async drop(connections: readonly Pick<PresenceTouch, 'firebaseId' | 'connectionId'>[]): Promise<void> {
    await this.#change(connections, (shard, part) =>
      this.#scripts.presenceDrop(
        ...keysOf(shard),
        this.#now(),
        ...part.flatMap(({ firebaseId, connectionId }) => [firebaseId, connectionId]),
      ),
    );
  }

  async count(): Promise<number> {
    return this.#read(async ({ commands }) => {
      const sizes = await Promise.all(SHARDS.map((shard) => commands.hlen(`${shard}:accounts`)));
      return sizes.reduce((sum, size) => sum + size, 0);
    });
  }

  async counts(storeSids: readonly string[]): Promise<readonly number[]> {
    if (storeSids.length === 0) return [];
    return this.#read(async ({ commands }) => {
      const byShard = await Promise.all(SHARDS.map((shard) => commands.hmget(`${shard}:stores`, ...storeSids)));
      return storeSids.map((_, index) => byShard.reduce((sum, counts) => sum + Number(counts[index] ?? 0), 0));
    });
  }

  async get(firebaseIds: readonly string[]): Promise<readonly (PresenceEntry | null)[]> {
    return this.#read(async () => {
      const entries = new Map<string, PresenceEntry>();
      await Promise.all(
        [...byShard(firebaseIds, (id) => id)].map(async ([shard, ids]) => {
          const answer = (await this.#scripts.presenceGet(`${shard}:accounts`, ...ids)) as [number?, string?][];
          answer.forEach(([since, store], index) => {
            if (since !== undefined) entries.set(ids[index] ?? '', { storeSid: store || null, since: Number(since) });
          });
        }),
      );
      return firebaseIds.map((id) => entries.get(id) ?? null);
    });
  }

  async onlineIds(limit: number): Promise<readonly string[] | null> {
    if ((await this.count()) > limit) return null;
    return this.#read(async ({ commands }) => {
      const ids = (await Promise.all(SHARDS.map((shard) => commands.hkeys(`${shard}:accounts`)))).flat();
      return ids.length > limit ? null : ids;
    });
  }

  async idsIn(storeSid: string, limit: number): Promise<readonly string[]> {
    return this.#read(async () => {
      const found = new Set<string>();
      for (const shard of SHARDS) {
        let cursor = '0';
        do {
          const [next, ids] = (await this.#scripts.presenceFind(`${shard}:accounts`, cursor, FIND_STEP, storeSid)) as [
            string,
            string[],
          ];
          for (const id of ids) found.add(id);
          if (found.size >= limit) return [...found].slice(0, limit);
          cursor = next;
        } while (cursor !== '0');
      }
      return [...found];
    });
  }

  async busiestStores(limit: number): Promise<readonly { readonly storeSid: string; readonly online: number }[]> {
    const nowMs = this.#nowMs?.() ?? performance.now();
    if (this.#busiest === null || nowMs - this.#busiest.atMs >= BUSIEST_KEPT_MS) {
      const counts = this.#countsOfAllStores();
      this.#busiest = { atMs: nowMs, counts };
      counts.catch(() => {
        this.#busiest = null;
      });
    }
    return [...(await this.#busiest.counts)]
      .map(([storeSid, online]) => ({ storeSid, online }))
      .sort((a, b) => b.online - a.online || (a.storeSid < b.storeSid ? -1 : 1))
      .slice(0, limit);
  }

  subscribe(listener: (change: PresenceChange) => void): () => void {
    return this.#notices.subscribe(listener);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#notices.close();
    this.#outbox.close();
  }

  #countsOfAllStores(): Promise<ReadonlyMap<string, number>> {
    return this.#read(async ({ commands }) => {
      const counts = new Map<string, number>();
      for (const stores of await Promise.all(SHARDS.map((shard) => commands.hgetall(`${shard}:stores`))))
        for (const [storeSid, online] of Object.entries(stores))
          counts.set(storeSid, (counts.get(storeSid) ?? 0) + Number(online));
      return counts;
    });
  }

  #read<T>(read: (link: RedisLink) => Promise<T>): Promise<T> {
    return this.#link.run(async () => {
      await this.#sweepIfDue();
      return read(this.#link);
    });
  }

  #change<Item extends { readonly firebaseId: string }>(
    items: readonly Item[],
    run: (shard: string, part: readonly Item[]) => Promise<unknown>,
  ): Promise<void> {
    return this.#link.run(async () => {
      await this.#sweepIfDue();
      await Promise.all(
        [...byShard(items, ({ firebaseId }) => firebaseId)].map(async ([shard, part]) => {
          for (let from = 0; from < part.length; from += SCRIPT_BATCH)
            this.#notify((await run(shard, part.slice(from, from + SCRIPT_BATCH))) as string[]);
        }),
      );
    });
  }

  /** Ends expired leases; several processes may do so concurrently. */
  #sweepIfDue(): Promise<void> {
    const nowMs = this.#nowMs?.() ?? performance.now();
    if (this.#sweep === null && nowMs - this.#sweptAtMs >= SWEEP_MS) {
      this.#sweptAtMs = nowMs;
      this.#sweep = this.#sweepShards().finally(() => {
        this.#sweep = null;
      });
    }
    return this.#sweep ?? Promise.resolve();
  }

  async #sweepShards(): Promise<void> {
    await Promise.all(
      SHARDS.map(async (shard) => {
        for (let ended = SWEEP_BATCH; ended === SWEEP_BATCH; ) {
          const [count, ...changes] = (await this.#scripts.presenceExpire(
            ...keysOf(shard),
            this.#now(),
            SWEEP_BATCH,
          )) as [number, ...string[]];
          ended = count;
          this.#notify(changes);
        }
      }),
    );
  }

  #now(): string {
    return this.#nowMs === null ? '' : String(Math.floor(this.#nowMs()));
  }

  /** Notifies local and remote listeners of a script's changes. */
  #notify(changes: readonly string[]): void {
    for (let at = 0; at < changes.length; at += 4) {
      const [firebaseId = '', left = '', entered = '', cameOrWent] = changes.slice(at, at + 4);
      const change = [firebaseId, left || null, entered || null, cameOrWent === '1'] as const;
      this.#notices.add(...change);
      this.#outbox.add(...change);
    }
  }

  #notifyAnything(): void {
    this.#notices.addAll({ ...NOTHING, isAnything: true });
  }

  #publish({ isTotalChanged, storeSids, firebaseIds }: PresenceChange): Promise<unknown> {
    const message = { from: this.#id, total: isTotalChanged, stores: [...storeSids], ids: [...firebaseIds] };
    return this.#link.commands.publish(CHANNEL, JSON.stringify(message));
  }

  #receive(text: string): void {
    const { from, total, stores, ids } = JSON.parse(text) as {
      from: string;
      total: boolean;
      stores: string[];
      ids: string[];
    };
    if (from === this.#id) return;
    this.#notices.addAll({
      isTotalChanged: total,
      storeSids: new Set(stores),
      firebaseIds: new Set(ids),
      isAnything: false,
    });
  }
}

const NOTHING: PresenceChange = {
  isTotalChanged: false,
  storeSids: new Set(),
  firebaseIds: new Set(),
  isAnything: false,
};

function keysOf(shard: string): [string, string, string] {
  return [`${shard}:leases`, `${shard}:accounts`, `${shard}:stores`];
}

function byShard<Item>(items: readonly Item[], idOf: (item: Item) => string): Map<string, Item[]> {
  const parts = new Map<string, Item[]>();
  for (const item of items) {
    const shard = SHARDS[createHash('md5').update(idOf(item)).digest().readUInt8(0) % SHARDS.length] ?? '';
    const part = parts.get(shard);
    if (part === undefined) parts.set(shard, [item]);
    else part.push(item);
  }
  return parts;
}
