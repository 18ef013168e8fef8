import { afterAll, beforeAll, expect, it } from 'vitest';
import { isQueueReady, QUEUE_REVISION } from './job-queue.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the schema of the queue is that of the installed library', async () => {
  const { rows } = await database.ownerPool.query('select max(id) as revision from graphile_worker.migrations');
  expect(rows).toEqual([{ revision: QUEUE_REVISION }]);
  expect(await isQueueReady(database.ownerPool)).toBe(true);
});

it('the application adds and removes jobs, but does not own the schema', async () => {
  await database.pool.query(`select graphile_worker.add_job('account.bulk-change', '{"id":"1"}', job_key := '1')`);
  const { rows } = await database.pool.query('select key from graphile_worker._private_jobs');
  expect(rows).toEqual([{ key: '1' }]);
  await database.pool.query(`select graphile_worker.remove_job('1')`);
  expect((await database.pool.query('select key from graphile_worker._private_jobs')).rows).toEqual([]);
  await expect(database.pool.query('drop table graphile_worker._private_jobs')).rejects.toThrow('must be owner');
});
