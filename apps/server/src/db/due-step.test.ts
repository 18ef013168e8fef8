import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stepwise } from './due-step.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ids = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`);

it('passes over a record that fails or is refused, takes all others, and tries it again later', async () => {
  const clock = { nowMs: 0 };
  const taken: string[] = [];
  let isBroken = true;
  const step = stepwise(
    {
      find: (passed) => sql<{ id: string }>`
        select id from unnest(${ids}::uuid[]) as due (id)
        where id <> all (${passed}) and id <> all (${taken}::uuid[]) order by id limit 1`,
      take: async (trx, { id }) => {
        if (isBroken && id === ids[0]) await sql`select now() at time zone 'AET'`.execute(trx);
        if (isBroken && id === ids[1]) return false;
        return taken.push(id);
      },
    },
    { retryMs: 1_000, nowMs: () => clock.nowMs },
  );
  const run = () => inTransaction(database.db, step);
  await expect(run()).rejects.toThrow('AET');
  expect([await run(), await run(), await run()]).toEqual([true, true, false]);
  expect(taken).toEqual([ids[2]]);
  isBroken = false;
  clock.nowMs = 1_000;
  expect([await run(), await run(), await run()]).toEqual([true, true, false]);
  expect(taken).toEqual([ids[2], ids[0], ids[1]]);
});
