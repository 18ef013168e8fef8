import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { queuePool } from './queue-pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('reports a cut connection as "cannot connect now", and the next one works', async () => {
  const own = new pg.Pool({ connectionString: database.url, max: 1 });
  own.on('error', () => undefined);
  const pool = queuePool(own);
  const client = await pool.connect();
  client.on('error', () => undefined);
  await expect(client.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toMatchObject({ code: '57P03' });
  client.release(true);
  const next = await pool.connect();
  expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  next.release();
  await pool.end();
});

it('reports an unreachable database as "cannot connect now"', async () => {
  const pool = queuePool(new pg.Pool({ host: '127.0.0.1', port: 1 }));
  await expect(pool.connect()).rejects.toMatchObject({ code: '57P03' });
  await pool.end();
});

it('leaves errors of a statement unchanged', async () => {
  const pool = queuePool(new pg.Pool({ connectionString: database.url, max: 1 }));
  const client = await pool.connect();
  await expect(client.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  client.release();
  await pool.end();
});
