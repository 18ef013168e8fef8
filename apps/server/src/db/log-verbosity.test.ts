import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { setBestEffortLog } from './best-effort.ts';
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

it('does not end the process where the database cannot be asked, such as with a full pool', async () => {
  const report = vi.fn();
  setBestEffortLog(report);
  const busy = { query: () => Promise.reject(new Error('timeout exceeded when trying to connect')) };
  expect(await logVerbosityWarnings(busy)).toEqual([]);
  expect(report).toHaveBeenCalledExactlyOnceWith('check of the log settings', expect.any(Error));
});

it('a process that serves awaits nothing that could end it but files of the program', () => {
  const [, served = ''] = readFileSync(`${import.meta.dirname}/../main.ts`, 'utf8').split('shutdown.isServing(');
  const awaits = served.slice(0, served.indexOf('\n}')).match(/await .*/g) ?? [];
  const isSafe = (line: string) => /await (import|bestEffort|logVerbosityWarnings)\(/.test(line);
  expect([awaits.length > 3, awaits.filter((line) => !isSafe(line))]).toEqual([true, []]);
});
