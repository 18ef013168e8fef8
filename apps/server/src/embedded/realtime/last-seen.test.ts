import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { LastSeen } from './last-seen.ts';
import { MemoryPresence } from './memory-presence.ts';

let database: TestDatabase;
let ids: string[];
const store = new MemoryPresence();
beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
  await insertAccounts(database.ownerPool, 50);
  const { rows } = await database.pool.query<{ firebase_id: string }>(
    "SELECT firebase_id FROM account WHERE firebase_id IS NOT NULL AND state = 'ACTIVE' ORDER BY id LIMIT 4",
  );
  ids = rows.map(({ firebase_id }) => firebase_id);
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

async function age(firebaseId: string, interval: string | null): Promise<void> {
  await database.pool.query('UPDATE account SET last_seen_at = now() - $2::interval WHERE firebase_id = $1', [
    firebaseId,
    interval,
  ]);
}

/** Seconds since each was seen. */
async function secondsSince(): Promise<(number | null)[]> {
  const { rows } = await database.pool.query<{ seconds: number | null }>(
    `SELECT extract(epoch FROM now() - last_seen_at)::float8 AS seconds
     FROM account JOIN unnest($1::text[]) WITH ORDINALITY AS asked (firebase_id, place) USING (firebase_id) ORDER BY place`,
    [ids],
  );
  return rows.map(({ seconds }) => seconds);
}

const touch = (firebaseId: string | undefined) => ({
  firebaseId: firebaseId ?? '',
  storeSid: null,
  connectionId: 'app',
});

it('is written when an account comes online, at most once an hour, skipping rows being changed', async () => {
  const [never, today, justNow, busy] = ids as [string, string, string, string];
  await age(never, null);
  await age(today, '9 hours');
  await age(justNow, '30 minutes');
  await age(busy, '9 hours');
  const { rows: before } = await database.pool.query('SELECT firebase_id, version FROM account ORDER BY id');
  const editor = await database.pool.connect();
  await editor.query('BEGIN');
  await editor.query('SELECT FROM account WHERE firebase_id = $1 FOR UPDATE', [busy]);
  const lastSeen = new LastSeen(database.db, store);
  await store.touch([touch(never), touch(today), touch(justNow), touch(busy), touch('of-no-account')]);
  await vi.waitFor(async () => {
    await lastSeen.flush();
    const [first, second] = await secondsSince();
    expect(first).toBeLessThan(60);
    expect(second).toBeLessThan(60);
  });
  const [, , third, fourth] = await secondsSince();
  expect(third).toBeGreaterThan(1_700);
  expect(fourth).toBeGreaterThan(30_000);
  await editor.query('ROLLBACK');
  editor.release();

  // The locked row is updated when the account leaves; no edit becomes stale.
  await store.drop([touch(busy)]);
  await vi.waitFor(async () => {
    await lastSeen.flush();
    expect((await secondsSince())[3]).toBeLessThan(60);
  });
  await lastSeen.stop();
  const { rows: after } = await database.pool.query('SELECT firebase_id, version FROM account ORDER BY id');
  expect(after).toEqual(before);
});
