import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bestEffort, setBestEffortLog } from './best-effort.ts';
import { cancelledBy, createDatabase, createPool, failFast, START_ACQUIRE_MS } from './client.ts';
import { translateDatabaseError } from './database-error.ts';
import { startFaultyWire } from './testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.ownerPool.query('CREATE TABLE tally (id int PRIMARY KEY, n int NOT NULL)');
  await database.ownerPool.query('INSERT INTO tally VALUES (1, 0), (2, 0)');
});
afterAll(() => database.drop());

function code(error: unknown): unknown {
  const translated = translateDatabaseError(error);
  return translated instanceof AppError ? translated.code : translated;
}

async function running(marker: string): Promise<number> {
  const { rowCount } = await database.ownerPool.query(
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE $1 AND pid <> pg_backend_pid()",
    [`%${marker}%`],
  );
  return rowCount ?? 0;
}

describe('values', () => {
  it('are whole numbers, calendar dates and instants in the server’s types', async () => {
    const { rows } = await database.pool.query(
      "SELECT 9007199254740991::bigint AS big, date '2026-02-28' AS day, timestamptz '2026-02-28 01:02:03.456+00' AS at",
    );
    expect(rows).toEqual([
      { big: Number.MAX_SAFE_INTEGER, day: '2026-02-28', at: new Date('2026-02-28T01:02:03.456Z') },
    ]);
  });

  it('above 2^53 are refused', async () => {
    await expect(database.pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow('above 2^53');
  });
});

describe('sessions', () => {
  it('run in UTC on a server in another zone, and keep the settings of the URL', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.ownerPool.query(`ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'`);
    const pool = createPool({ url: `${database.url}?options=-c%20search_path%3Dpublic,pg_temp` });
    onTestFinished(async () => {
      await pool.end();
      await database.ownerPool.query(`ALTER DATABASE ${name} RESET TimeZone`);
    });
    const { rows } = await pool.query(
      "SELECT current_setting('TimeZone') AS zone, current_setting('search_path') AS path, '2026-02-28 01:02+00'::timestamptz::text AS at",
    );
    expect(rows).toEqual([{ zone: 'UTC', path: 'public,pg_temp', at: '2026-02-28 01:02:00+00' }]);
  });
});

describe('limits', () => {
  it('a process waits for a connection during the start, and fails fast after it', async () => {
    const pool = createPool({ url: database.url, acquireTimeoutMs: START_ACQUIRE_MS, max: 1 });
    onTestFinished(() => pool.end());
    const holder = await pool.connect();
    const waited = pool.query('SELECT 1');
    await delay(1_500);
    holder.release();
    await expect(waited).resolves.toBeTruthy();
    failFast(pool);
    const again = await pool.connect();
    // With the earlier limit it would wait until the connection is released.
    await expect(pool.query('SELECT 1').catch(code)).resolves.toBe('service.unavailable');
    again.release();
  }, 15_000);

  it('a slow statement is query.timed-out [security 24]', async () => {
    const pool = createPool({ url: database.url, statementTimeoutMs: 100, acquireTimeoutMs: START_ACQUIRE_MS, max: 1 });
    onTestFinished(() => pool.end());
    await expect(pool.query('SELECT pg_sleep(5)').catch(code)).resolves.toBe('query.timed-out');
  });

  it('a slow lock is query.timed-out', async () => {
    const holder = await database.ownerPool.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE tally IN ACCESS EXCLUSIVE MODE');
      const error = await database.pool.query('SELECT * FROM tally').catch((reason: unknown) => reason);
      // Not the statement timeout.
      expect(error).toMatchObject({ code: '55P03' });
      expect(code(error)).toBe('query.timed-out');
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });

  it('a full pool is service.unavailable', async () => {
    const pool = createPool({ url: database.url, max: 1, acquireTimeoutMs: START_ACQUIRE_MS });
    onTestFinished(() => pool.end());
    const busy = await pool.connect();
    failFast(pool);
    const answer = await pool.query('SELECT 1').catch((error: unknown) => translateDatabaseError(error));
    busy.release();
    expect(answer).toMatchObject({ code: 'service.unavailable', details: { retryAfterSeconds: 1 } });
  });

  it('an unreachable database is service.unavailable', async () => {
    const pool = createPool({ url: 'postgres://nobody@127.0.0.1:1/none' });
    onTestFinished(() => pool.end());
    await expect(pool.query('SELECT 1').catch(code)).resolves.toBe('service.unavailable');
  });

  it('a connection lost inside a transaction is service.unavailable and does not end the process', async () => {
    const lost = vi.fn();
    const pool = createPool({ url: database.url, acquireTimeoutMs: START_ACQUIRE_MS, onConnectionError: lost });
    onTestFinished(() => pool.end());
    const attempt = inTransaction(createDatabase(pool), async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
      await database.ownerPool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
      await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(0);
      await sql`SELECT 1`.execute(trx);
    });
    await expect(attempt).rejects.toMatchObject({ code: 'service.unavailable' });
    await expect(pool.query('SELECT 1')).resolves.toBeTruthy();
  });

  it('a connection lost before its first statement is service.unavailable', async () => {
    const pool = createPool({ url: database.url, acquireTimeoutMs: START_ACQUIRE_MS });
    onTestFinished(() => pool.end());
    const { onConnect } = pool.options;
    Object.assign(pool.options, {
      onConnect: async (client: PoolClient & { connection: { stream: Socket } }) => {
        await onConnect?.(client);
        client.connection.stream.destroy();
        await new Promise((resolve) => client.once('error', resolve));
      },
    });
    const db = createDatabase(pool);
    for (const attempt of [() => inTransaction(db, (trx) => sql`select 1`.execute(trx)), () => pool.query('select 1')])
      await expect(attempt().catch(code)).resolves.toBe('service.unavailable');
  });

  it('a frozen database is service.unavailable within 4 s, also in a transaction', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const wire = await startFaultyWire(database.url);
    const pool = createPool({ url: wire.url, acquireTimeoutMs: START_ACQUIRE_MS });
    onTestFinished(async () => {
      await pool.end();
      wire.close();
    });
    await Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1'), pool.query('SELECT 1')]);
    const idle = await pool.connect();
    const { rows: before } = await idle.query('SELECT pg_backend_pid() AS pid');
    await vi.advanceTimersByTimeAsync(10_000);
    // An idle connection isn't overdue: no response is awaited.
    expect((await idle.query('SELECT pg_backend_pid() AS pid')).rows).toEqual(before);
    idle.release();
    wire.freeze();
    const answers = Promise.all([
      pool.query('SELECT 1').catch(code),
      inTransaction(createDatabase(pool), (trx) => sql`SELECT 1`.execute(trx)).catch(code),
    ]);
    await expect.poll(() => pool.idleCount).toBe(1);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await answers).toEqual(['service.unavailable', 'service.unavailable']);
    wire.thaw();
    await expect(pool.query('SELECT 1')).resolves.toBeTruthy();
  });

  it('other errors are returned unchanged', () => {
    const error = new TypeError('a mistake');
    expect(translateDatabaseError(error)).toBe(error);
    const refusal = new AppError('access.denied');
    expect(translateDatabaseError(refusal)).toBe(refusal);
  });
});

describe('a signal', () => {
  it('cancels the statement on the server', async () => {
    const pool = createPool({ url: database.url, statementTimeoutMs: 0, acquireTimeoutMs: START_ACQUIRE_MS });
    onTestFinished(() => pool.end());
    const controller = new AbortController();
    const query = sql`SELECT pg_sleep(3600) AS slept_until_cancelled`.execute(
      createDatabase(pool),
      cancelledBy(controller.signal),
    );
    const settled = query.then(
      () => 'answered',
      () => 'ended',
    );
    while ((await running('slept_until_cancelled')) === 0) await delay(10);
    controller.abort();
    expect(await settled).toBe('ended');
    while ((await running('slept_until_cancelled')) > 0) await delay(10);
    await expect(pool.query('SELECT 1')).resolves.toBeTruthy();
  });

  it('that has already fired prevents the statement', async () => {
    await expect(sql`SELECT 1`.execute(database.db, cancelledBy(AbortSignal.abort()))).rejects.toThrow();
  });
});

describe('a transaction', () => {
  it('is repeated after a deadlock, and both writers succeed', async () => {
    await database.ownerPool.query('GRANT SELECT, UPDATE ON tally TO backcounter_app');
    const locked = new Set<number>();
    const bothLocked = Promise.withResolvers<void>();
    const add = (first: number, second: number) =>
      inTransaction(database.db, async (trx) => {
        await sql`UPDATE tally SET n = n + 1 WHERE id = ${first}`.execute(trx);
        if (locked.add(first).size === 2) bothLocked.resolve();
        await bothLocked.promise;
        await sql`UPDATE tally SET n = n + 1 WHERE id = ${second}`.execute(trx);
      });
    const outcomes = (await Promise.allSettled([add(1, 2), add(2, 1)])).map((outcome) => outcome.status);
    const heard = outcomes.filter((status) => status === 'fulfilled').length;
    const { rows: settings } = await database.ownerPool.query<{ deadlock_timeout: string }>('SHOW deadlock_timeout');
    // If deadlock_timeout is as long as lock_timeout, one of the two may get a timeout instead.
    expect(heard).toBeGreaterThanOrEqual(settings[0]?.deadlock_timeout === '200ms' ? 2 : 1);
    const { rows } = await database.ownerPool.query<{ n: number }>('SELECT n FROM tally ORDER BY id');
    expect(rows.map((row) => row.n)).toEqual([heard, heard]);
  });

  it('is repeated at most three times', async () => {
    const run = vi.fn(async () => {
      throw Object.assign(new Error('could not serialize'), { code: '40001' });
    });
    await expect(inTransaction(database.db, run)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(run).toHaveBeenCalledTimes(4);
  });

  it('passes on errors of the caller', async () => {
    const refusal = new AppError('record.conflict');
    const attempt = inTransaction(database.db, () => Promise.reject(refusal));
    await expect(attempt).rejects.toBe(refusal);
  });
});

it('bestEffort reports the failure and returns undefined', async () => {
  const log = vi.fn();
  setBestEffortLog(log);
  const error = new Error('no');
  expect(await bestEffort('tidying', () => Promise.reject(error))).toBeUndefined();
  expect(await bestEffort('tidying', () => 3)).toBe(3);
  expect(log.mock.calls).toEqual([['tidying', error]]);
});
