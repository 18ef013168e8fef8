import { AppError, LIMITS } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Housekeeping } from '../../housekeeping/housekeeping.ts';
import type { PresenceStore } from '../../ports/realtime.ts';
import { insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { storeOnlineMaintenance } from './store-online-samples.ts';

const DAY = `query D($id: ID!, $day: Date) { storeOnlineDay(id: $id, day: $day) { day slots { at online weekBefore } } }`;

interface Slot {
  readonly at: string;
  readonly online: number | null;
  readonly weekBefore: number | null;
}

const sid = (index: number) => `ST${String(index).padStart(5, '0')}`;
/** People online by store, or the failure of the backend. */
let online: Record<string, number> | AppError = {};
/** Called at each count. */
let onCount: () => Promise<unknown> = async () => undefined;
const presence = {
  busiestStores: async (limit: number) => {
    await onCount();
    if (online instanceof AppError) throw online;
    return Object.entries(online)
      .map(([storeSid, count]) => ({ storeSid, online: count }))
      .slice(0, limit);
  },
} as unknown as PresenceStore;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ realtime: presence });
  await insertReferenceData(test.database.ownerPool);
  await insertStores(test.database.ownerPool, 3);
  await zone('UTC');
});
beforeEach(async () => {
  online = {};
  onCount = async () => undefined;
  await test.database.ownerPool.query('delete from store_online_sample');
});
afterAll(() => test.close());

const zone = (name: string) => test.database.ownerPool.query('update store set timezone = $1', [name]);

/** The tasks of a process that has been running for a while. */
function startTasks() {
  const started = test.now;
  test.now = new Date(started.getTime() - 600_000);
  const tasks = storeOnlineMaintenance(presence, { now: () => test.now });
  test.now = started;
  return tasks;
}
const startProcess = () => new Housekeeping(test.database.db, startTasks());
async function sampleAt(time: string, counts: typeof online): Promise<void> {
  test.now = new Date(time);
  online = counts;
  await startProcess().runOnce();
}
async function read(index: number, day: string | null = null): Promise<{ day: string; slots: readonly Slot[] }> {
  const { body } = await test.send(DAY, { id: storeId(index), day });
  expect(body.errors).toBeUndefined();
  return body.data.storeOnlineDay;
}
const counted = ({ slots }: { slots: readonly Slot[] }) =>
  slots.flatMap(({ at, online: count }) => (count === null ? [] : [`${at.slice(11, 16)} ${count}`]));
const rowsOf = async (table: string) =>
  Number((await test.database.ownerPool.query(`select count(*) from ${table}`)).rows[0].count);

it('counts the people in each store once in a quarter-hour; a slot without a sample stays empty [stores 5]', async () => {
  await sampleAt('2026-03-01T12:01:00Z', { [sid(1)]: 4, [sid(2)]: 1, UNKNOWN: 9 });
  await sampleAt('2026-03-01T12:14:59Z', { [sid(1)]: 7 });
  await sampleAt('2026-03-01T12:45:00Z', { [sid(2)]: 2 });
  expect(counted(await read(1))).toEqual(['12:00 4', '12:45 0']);
  expect(counted(await read(2))).toEqual(['12:00 1', '12:45 2']);
  expect(counted(await read(3))).toEqual(['12:00 0', '12:45 0']);
  expect(await rowsOf('store_online')).toBe(3);
});

it('keeps one sample of two processes that count at the same time', async () => {
  test.now = new Date('2026-03-01T12:00:30Z');
  online = { [sid(1)]: 3 };
  const counts: string[] = [];
  const both = Promise.withResolvers<void>();
  onCount = async () => {
    counts.push('counted');
    if (counts.length === 2) both.resolve();
    await both.promise;
  };
  // Without the lock of housekeeping, which lets only one process count.
  const [task] = startTasks();
  await Promise.all([1, 2].map(() => test.database.db.transaction().execute(async (trx) => task?.runBatch(trx))));
  expect(counts).toHaveLength(2);
  expect(counted(await read(1))).toEqual(['12:00 3']);
});

it('has no sample of a quarter-hour in which the backend was unavailable, and counts in the next one', async () => {
  await sampleAt('2026-03-01T12:00:00Z', new AppError('service.unavailable', { message: 'Redis is down.' }));
  expect(await rowsOf('store_online_sample')).toBe(0);
  await sampleAt('2026-03-01T12:15:00Z', { [sid(1)]: 2 });
  expect(counted(await read(1))).toEqual(['12:15 2']);
});

it('has nothing of a sample whose process was killed, which the next round takes', async () => {
  const kill = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  onCount = () => test.database.ownerPool.query(kill);
  await sampleAt('2026-03-01T12:00:00Z', { [sid(1)]: 2 });
  expect(await rowsOf('store_online_sample')).toBe(0);
  onCount = async () => undefined;
  await sampleAt('2026-03-01T12:01:00Z', { [sid(1)]: 5 });
  expect(counted(await read(1))).toEqual(['12:00 5']);
});

it('takes no sample in the first 75 s of a process, before everyone has reported again', async () => {
  test.now = new Date('2026-03-01T12:00:00Z');
  const house = new Housekeeping(test.database.db, storeOnlineMaintenance(presence, { now: () => test.now }));
  test.now = new Date('2026-03-01T12:01:14Z');
  await house.runOnce();
  expect(await rowsOf('store_online_sample')).toBe(0);
  test.now = new Date('2026-03-01T12:01:15Z');
  await house.runOnce();
  expect(await rowsOf('store_online_sample')).toBe(1);
});

it('treats stores beyond the limit of a sample as unknown', async () => {
  const many = Array.from({ length: LIMITS.liveFilterMax }, (_each, index) => [`X${index}`, 2] as const);
  await sampleAt('2026-03-01T12:00:00Z', { [sid(1)]: 5, ...Object.fromEntries(many) });
  expect(counted(await read(1))).toEqual(['12:00 5']);
  expect(counted(await read(2))).toEqual([]);
});

it('compares with the same weekday of the week before', async () => {
  await sampleAt('2026-02-22T18:00:00Z', { [sid(1)]: 6 });
  await sampleAt('2026-03-01T12:00:00Z', { [sid(1)]: 4 });
  const { day, slots } = await read(1);
  expect(day).toBe('2026-03-01');
  expect(slots).toHaveLength(96);
  expect(slots.filter(({ weekBefore }) => weekBefore !== null)).toEqual([
    { at: '2026-03-01T18:00:00.000Z', online: null, weekBefore: 6 },
  ]);
  expect(counted(await read(1, '2026-02-22'))).toEqual(['18:00 6']);
});

it('has the day of the store’s time zone, of 23 or 25 hours when the clocks change', async () => {
  await zone('Europe/Berlin');
  await sampleAt('2026-03-22T07:00:00Z', { [sid(1)]: 3 });
  await sampleAt('2026-03-28T23:10:00Z', { [sid(1)]: 1 });
  await sampleAt('2026-03-29T06:00:00Z', { [sid(1)]: 4 });
  const spring = await read(1);
  expect(spring.day).toBe('2026-03-29');
  expect(spring.slots).toHaveLength(92);
  expect(spring.slots[0]).toEqual({ at: '2026-03-28T23:00:00.000Z', online: 1, weekBefore: null });
  // Both at 8:00 by the clocks there.
  expect(spring.slots.find(({ online: count }) => count === 4)).toEqual({
    at: '2026-03-29T06:00:00.000Z',
    online: 4,
    weekBefore: 3,
  });
  expect((await read(1, '2026-10-25')).slots).toHaveLength(100);
  await zone('UTC');
});

it('deletes samples after 35 days, with their counts', async () => {
  await sampleAt('2026-01-25T11:45:00Z', { [sid(1)]: 1 });
  await sampleAt('2026-01-25T12:00:00Z', { [sid(1)]: 2 });
  await sampleAt('2026-03-01T12:00:00Z', { [sid(1)]: 3 });
  expect(counted(await read(1, '2026-01-25'))).toEqual(['12:00 2']);
  expect(await rowsOf('store_online')).toBe(2);
});

it('refuses slots between quarter-hours and counts below one', async () => {
  const { pool } = test.database;
  await expect(
    pool.query(`insert into store_online_sample values ('2026-03-01T12:01:00Z', true)`),
  ).rejects.toMatchObject({ code: '23514' });
  await pool.query(`insert into store_online_sample values ('2026-03-01T12:00:00Z', true)`);
  await expect(
    pool.query(`insert into store_online values ('2026-03-01T12:00:00Z', $1, 0)`, [storeId(1)]),
  ).rejects.toMatchObject({ code: '23514' });
});

it('is shown to those who see stores, of stores that exist', async () => {
  const refused = async (id: string, token: string) =>
    (await test.send(DAY, { id }, { token })).body.errors?.[0].extensions.code;
  expect(await refused(storeId(1), 'marketing')).toBeUndefined();
  expect(await refused(storeId(1), 'campaign-streamer')).toBe('access.denied');
  expect(await refused(storeId(99), 'admin')).toBe('record.not-found');
});

it('is null with a presence backend that the server can’t read', async () => {
  const without = await createTestApp({}, () => [], test.database);
  const { body } = await without.send(DAY, { id: storeId(1) });
  expect(body).toEqual({ data: { storeOnlineDay: null } });
  await without.close();
});
