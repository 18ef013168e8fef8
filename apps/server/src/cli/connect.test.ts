import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type FaultyWire, startFaultyWire } from '../db/testing/faulty-wire.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { checkReachable } from './connect.ts';

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
