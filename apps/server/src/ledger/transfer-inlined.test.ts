import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('the code of a transfer is compared inside the statement, without calling a function', async () => {
  // The planner replaces only functions whose arguments and comparisons are cheap; a call cost a sixth of a transfer.
  const { rows } = await database.ownerPool.query<Record<'QUERY PLAN', string>>(
    `explain verbose select points_wallets_fit(t.code, t.debit_wallet_id, d.owner_type, t.credit_wallet_id, c.owner_type)
     from points_transfer t, points_wallet d, points_wallet c`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('Output: ');
  expect(plan).not.toContain('points_wallets_fit');
});
