/**
 * Measures the presence store, for `npm run bench -- presence`: `measure-presence.ts memory|redis|map [address]
 * [accounts]`. Prints one line of JSON. Requires --expose-gc, so that only live memory is counted.
 */
import { pino } from 'pino';
import type { PresenceStore, PresenceTouch } from '../ports/realtime.ts';

const STORES = 10_000;
const BATCH = 500;
const CALLS = 2_000;

interface Subject {
  readonly touch: (touches: readonly PresenceTouch[]) => Promise<void>;
  readonly count: () => Promise<number>;
  readonly countOfStore: (storeSid: string) => Promise<number>;
  /** Live memory in bytes. */
  readonly memory: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const [kind = '', address = '', count = '1000000'] = process.argv.slice(2);
const ACCOUNTS = Number(count);
/** Long enough for stable results with a million accounts. */
const MEASURE_MS = Math.min(5_000, ACCOUNTS / 200);
const subject = await open();
const before = await subject.memory();
for (let from = 0; from < ACCOUNTS; from += BATCH) await subject.touch(touches(from, (index) => index));
const memoryBytes = (await subject.memory()) - before;
const changesPerSecond = await measureChanges();
const countNs = await timeOf(() => subject.count());
const storeCountNs = await timeOf(() => subject.countOfStore(sidOf(Math.floor(Math.random() * STORES))));
const accounts = await subject.count();
await subject.close();
console.log(JSON.stringify({ accounts, memoryBytes, changesPerSecond, countNs, storeCountNs }));
process.exit(0);

async function open(): Promise<Subject> {
  if (kind === 'map') return plainMap();
  if (kind === 'memory') {
    const { MemoryPresence } = await import('../embedded/realtime/memory-presence.ts');
    return ofStore(new MemoryPresence(), async () => heldMemory());
  }
  const { openRedisLink } = await import('../adapters/redis/redis-link.ts');
  const { RedisPresence } = await import('../adapters/redis/redis-presence.ts');
  const link = await openRedisLink(address, pino({ level: 'warn' }));
  const memory = async () => Number(/used_memory:(\d+)/.exec(await link.commands.info('memory'))?.[1]);
  return ofStore(new RedisPresence(link), memory);
}

function ofStore(store: PresenceStore, memory: () => Promise<number>): Subject {
  return {
    touch: (batch) => store.touch(batch),
    count: () => store.count(),
    countOfStore: async (sid) => (await store.counts([sid]))[0] ?? 0,
    memory,
    close: () => store.close(),
  };
}

/** The naive baseline: a map without expiring leases or maintained counts. */
function plainMap(): Subject {
  const entries = new Map<string, { storeSid: string | null; atMs: number; connectionId: string }>();
  return {
    touch: async (batch) => {
      for (const { firebaseId, storeSid, connectionId } of batch)
        entries.set(firebaseId, { storeSid, atMs: Date.now(), connectionId });
    },
    count: async () => entries.size,
    countOfStore: async (sid) => {
      let count = 0;
      for (const entry of entries.values()) if (entry.storeSid === sid) count += 1;
      return count;
    },
    memory: async () => heldMemory(),
    close: async () => entries.clear(),
  };
}

function touches(from: number, accountOf: (index: number) => number): PresenceTouch[] {
  return Array.from({ length: BATCH }, (_, offset) => {
    const account = accountOf(from + offset);
    // New flat strings each time, as they arrive in requests.
    return {
      firebaseId: Buffer.from(`account-${String(account).padStart(20, '0')}`).toString('latin1'),
      storeSid: sidOf(Math.floor(Math.random() * STORES)),
      connectionId: 'demo-pos/',
    };
  });
}

function sidOf(place: number): string {
  return `ST${String(place).padStart(5, '0')}`;
}

/** Random moves between stores; each also renews a lease. */
async function measureChanges(): Promise<number> {
  const beganMs = performance.now();
  let changes = 0;
  while (performance.now() - beganMs < MEASURE_MS) {
    await subject.touch(touches(0, () => Math.floor(Math.random() * ACCOUNTS)));
    changes += BATCH;
  }
  return changes / ((performance.now() - beganMs) / 1_000);
}

/** Nanoseconds per sequential call, including waiting; fewer calls if each is slow. */
async function timeOf(call: () => Promise<number>): Promise<number> {
  const beganMs = performance.now();
  let calls = 0;
  while (calls < CALLS && performance.now() - beganMs < MEASURE_MS) {
    await call();
    calls += 1;
  }
  return ((performance.now() - beganMs) / calls) * 1_000_000;
}

function heldMemory(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('Run it with --expose-gc.');
  gc();
  gc();
  return process.memoryUsage().heapUsed;
}
