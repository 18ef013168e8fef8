import { afterAll, beforeAll, expect, it } from 'vitest';
import { logVerbosityWarnings } from './log-verbosity.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('warns only if the log of PostgreSQL contains values of rows', async () => {
  const { rows } = await database.pool.query('SHOW log_error_verbosity');
  expect(rows).toEqual([{ log_error_verbosity: 'default' }]);
  expect(await logVerbosityWarnings(database.pool)).toEqual([
    'PostgreSQL writes e-mail addresses and phone numbers into its log: set log_error_verbosity to terse.',
  ]);
  const terse = { query: async () => ({ rows: [{ log_error_verbosity: 'terse' }] }) };
  expect(await logVerbosityWarnings(terse as unknown as TestDatabase['pool'])).toEqual([]);
});
