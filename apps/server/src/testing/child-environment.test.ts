import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { childEnvironment } from './child-environment.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each<[string, () => Promise<unknown>]>([
  [
    'the database',
    async () => {
      const { rows } = await database.pool.query('select floor(extract(epoch from clock_timestamp()) * 1000) as now');
      return rows[0].now;
    },
  ],
  [
    'a child process',
    async () => spawnSync(process.execPath, ['-p', 'Date.now()'], { env: childEnvironment, encoding: 'utf8' }).stdout,
  ],
])('%s has the clock of the tests, also under datefudge', async (_, read) => {
  const before = Date.now();
  const now = Number(await read());
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
