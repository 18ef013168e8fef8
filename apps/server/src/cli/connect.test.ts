import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { withOwner } from '../db/migrate/migrate-connection.ts';
import { type FaultyWire, startFaultyWire } from '../db/testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { checkReachable, checkRights, failureText } from './connect.ts';

let database: TestDatabase;
let wire: FaultyWire;
afterEach(() => wire.mend());
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await startFaultyWire(database.url);
});
afterAll(async () => {
  wire.close();
  await database.drop();
});

it.each(['57P03', '53300', null])('a start waits for a database that answers %s, and says so', async (sqlstate) => {
  wire.refuse(sqlstate);
  const say = vi.fn(() => wire.mend());
  await checkReachable(wire.url, { waitMs: 60_000, say });
  expect(say.mock.calls).toEqual([[`Waiting for the database (${sqlstate ?? 'ECONNRESET'})`]]);
});

it.each([
  ['28P01', 'refuses the role'],
  ['28000', 'refuses the role'],
  ['3D000', 'There is no database'],
  ['08P01', 'The pooler at'],
])('%s ends a start at once, with a sentence', async (sqlstate, part) => {
  wire.refuse(sqlstate);
  const say = vi.fn();
  await expect(checkReachable(wire.url, { waitMs: 60_000, say })).rejects.toThrow(part);
  expect(say).not.toHaveBeenCalled();
});

it('a command does not wait', async () => {
  wire.refuse(null);
  await expect(checkReachable(wire.url)).rejects.toThrow('cannot be used (ECONNRESET)');
});

it.each(['57P01', '28P01', null])(
  'a database that refuses only the second connection (%s) is a sentence',
  async (sqlstate) => {
    wire.refuseAfter(1, sqlstate);
    await expect(checkReachable(wire.url)).rejects.toThrow(
      sqlstate === '28P01' ? 'refuses the role' : 'cannot be used',
    );
  },
);

it('a start waits for the second connection as for the first', async () => {
  wire.refuseAfter(1, '53300');
  const say = vi.fn(() => wire.mend());
  await checkReachable(wire.url, { waitMs: 60_000, say });
  expect(say.mock.calls).toEqual([['Waiting for the database (53300)']]);
});

it.each([
  ['rights', () => checkRights(wire.url)],
  ['migration', () => withOwner(wire.url, (client) => client.query('select 1'))],
  ['lost migration', () => withOwner(wire.url, (client) => lost(client.query('select pg_sleep(60)')))],
])('a database that goes away before or in the step "%s" is a sentence', async (step, run) => {
  if (!step.startsWith('lost')) wire.refuse(null);
  const error = await run().then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(failureText(error)).toMatch(/^The database stopped answering \(\w+\)\. /);
});

function lost<Result>(query: Promise<Result>): Promise<Result> {
  wire.mend();
  return query;
}

it('a failure that no sentence explains keeps its stack', () => {
  const error = new TypeError('a mistake');
  expect(failureText(error)).toBe(error);
  const missing = Object.assign(new Error("ENOENT: no such file or directory, open 'guide.md'"), {
    code: 'ENOENT',
    syscall: 'open',
  });
  expect(failureText(missing)).toBe(missing);
  expect(failureText(Object.assign(new Error('permission denied for table account'), { code: '42501' }))).toBe(
    'The database refuses this to its role (permission denied for table account). Grant its rights again (docs/operations.md).',
  );
});
