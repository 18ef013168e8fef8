import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createDatabase, createPool } from '../db/client.ts';
import { type FaultyWire, startFaultyWire } from '../db/testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import type { Refusal } from '../graphql/graphql-handler.ts';
import { Refusals, WAITING_MAX } from './record-refusal.ts';

let database: TestDatabase;
let wire: FaultyWire;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startFaultyWire(database.url);
});
afterAll(async () => {
  wire.close();
  await database.drop();
});

const at = new Date('2026-03-01T12:00:00.000Z');
const refusal = (requestId: string): Refusal => ({
  caller: { kind: 'staff', sub: 'a', name: 'A', email: null, roles: [], expiresAt: at },
  requestId,
  right: 'account.read',
  code: 'access.denied',
  outcome: 'DENIED',
  variables: {},
  at,
});
const rows = async () =>
  (await database.ownerPool.query('select request_id, occurred_at from staff_audit_event order by request_id')).rows;

it('refusals during an outage are in the audit trail when the database is back, with their own time', async () => {
  const pool = createPool({ url: wire.url, acquireTimeoutMs: 5_000 });
  const refusals = new Refusals(createDatabase(pool));
  try {
    wire.refuse('57P03');
    for (let index = 10; index < 48; index += 1) await expect(refusals.record(refusal(`r${index}`))).rejects.toThrow();
    expect(await rows()).toEqual([]);
    expect(refusals.waiting).toBe(38);
    await refusals.retry();
    expect(refusals.waiting).toBe(38);
    wire.mend();
    await expect.poll(() => refusals.retry().then(() => refusals.waiting)).toBe(0);
    const written = await rows();
    expect(written).toHaveLength(38);
    expect(written[0]).toEqual({ request_id: 'r10', occurred_at: at });
    await refusals.retry();
    expect(await rows()).toHaveLength(38);
  } finally {
    await refusals.close();
    await pool.end();
  }
});

it('refusals while the database is frozen are written once, in order, and one that it refuses holds up no others', async () => {
  const pool = createPool({ url: wire.url, acquireTimeoutMs: 1_000, statementTimeoutMs: 100, max: 2 });
  const refusals = new Refusals(createDatabase(pool));
  const [first, second, third] = ['f1', 'f2', 'f3'].map(refusal) as [Refusal, Refusal, Refusal];
  try {
    await pool.query('select 1');
    wire.freeze();
    await expect(refusals.record(first)).rejects.toThrow();
    await expect(refusals.record({ ...second, requestId: 'x'.repeat(65) })).rejects.toThrow();
    await expect(refusals.record(third)).rejects.toThrow();
    expect(refusals.waiting).toBe(3);
    wire.mend();
    await expect.poll(() => refusals.retry().then(() => refusals.waiting)).toBe(0);
    const { rows: written } = await database.ownerPool.query(
      "select request_id from staff_audit_event where request_id like 'f_' order by id",
    );
    expect(written).toEqual([{ request_id: 'f1' }, { request_id: 'f3' }]);
  } finally {
    wire.thaw();
    await refusals.close();
    await pool.end();
  }
});

it('the closing process writes the waiting ones, if it can', async () => {
  const pool = createPool({ url: wire.url, acquireTimeoutMs: 5_000 });
  const refusals = new Refusals(createDatabase(pool));
  wire.refuse('57P03');
  await expect(refusals.record(refusal('z'))).rejects.toThrow();
  wire.mend();
  await expect
    .poll(() =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await refusals.close();
  expect((await rows()).at(-1)).toMatchObject({ request_id: 'z' });
  await pool.end();
});

it('at most WAITING_MAX wait: further ones are only in the log', async () => {
  const pool = createPool({ url: wire.url, acquireTimeoutMs: 5_000 });
  const refusals = new Refusals(createDatabase(pool));
  vi.spyOn(pool, 'connect').mockImplementation(() =>
    Promise.reject(Object.assign(new Error('weg'), { code: '08006' })),
  );
  for (let index = 0; index <= WAITING_MAX; index += 1) await expect(refusals.record(refusal('x'))).rejects.toThrow();
  expect(refusals.waiting).toBe(WAITING_MAX);
  await pool.end();
});
