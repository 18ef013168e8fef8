import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts';
import { PRESENCE_LEASE_MS } from '../../ports/realtime.ts';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { DemoPresence } from './demo-presence.ts';
import { MemoryPresence } from './memory-presence.ts';

const ACCOUNTS = 4_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
  await insertAccounts(database.ownerPool, ACCOUNTS);
});
afterAll(() => database.drop());

/** Starts the demo; returns who is online, and where. */
async function begin(store: MemoryPresence): Promise<{ demo: DemoPresence; online: Map<string, string | null> }> {
  const demo = new DemoPresence(database.db, store);
  demo.start();
  const ids = await vi.waitFor(async () => {
    const found = (await store.onlineIds(ACCOUNTS)) ?? [];
    expect(found.length).toBeGreaterThan(0);
    return found;
  });
  const entries = await store.get(ids);
  return { demo, online: new Map(ids.map((id, index) => [id, entries[index]?.storeSid ?? null])) };
}

it('the same active accounts are online each time, most in stores, with some stores busier', async () => {
  const [one, two] = [new MemoryPresence(), new MemoryPresence()];
  const [first, second] = [await begin(one), await begin(two)];
  expect([...first.online].toSorted()).toEqual([...second.online].toSorted());
  expect(first.online.size).toBeGreaterThan(ACCOUNTS * 0.008);
  expect(first.online.size).toBeLessThan(ACCOUNTS * 0.03);
  const { rows } = await database.pool.query<{ active: number }>(
    "SELECT count(*)::int AS active FROM account WHERE state = 'ACTIVE' AND firebase_id = ANY ($1)",
    [[...first.online.keys()]],
  );
  expect(rows[0]?.active).toBe(first.online.size);
  const sids = [...first.online.values()];
  for (const sid of sids) if (sid !== null) expect(sid).toMatch(/^ST000(0[1-9]|[1-3]\d|40)$/);
  expect(sids).toContain(null);
  const [busiest] = await one.busiestStores(1);
  expect(busiest?.storeSid).toBe('ST00001');
  for (const { demo } of [first, second]) demo.stop();
  await Promise.all([one.close(), two.close()]);
});

it('they stay online while the process runs and at most a lease longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    let nowMs = 1_800_000_000_000;
    const store = new MemoryPresence(() => nowMs);
    const { demo, online } = await begin(store);
    for (let half = 0; half < 6; half += 1) {
      nowMs += 30_000;
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(await store.count()).toBe(online.size);
    demo.stop();
    nowMs += PRESENCE_LEASE_MS;
    await vi.advanceTimersByTimeAsync(PRESENCE_LEASE_MS);
    expect(await store.count()).toBe(0);
    await store.close();
  } finally {
    vi.useRealTimers();
  }
});
