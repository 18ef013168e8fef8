import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { seed, withoutIndexes } from './seed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Valid indexes and constraints of all tables, as statements. */
async function laws(): Promise<string[]> {
  const { rows } = await database.ownerPool.query<{ law: string }>(`
    select concat_ws(' ', indrelid::regclass, indexrelid::regclass, indisvalid, indisready, pg_get_indexdef(indexrelid)) as law from pg_index
      where indrelid::regclass::text !~ '^pg_'
    union all select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint where conrelid <> 0
    order by 1`);
  return rows.map(({ law }) => law);
}

it('leaves every index and constraint of the demo data as the migrations made it', async () => {
  const before = await laws();
  await seed({ ownerUrl: database.ownerUrl, accounts: 20, now: new Date('2026-11-20T18:30:00.000Z') });
  // Partitions of months are added, with the indexes of their tables.
  expect(await laws()).toEqual(expect.arrayContaining(before));
});

it('checks the rows of a fill afterwards', async () => {
  const orphan = database.ownerPool.connect().then(async (client) => {
    try {
      await client.query('begin');
      await withoutIndexes(client, ['account_device'], async () => {
        await client.query(
          `insert into account_device (account_id, platform, push_token) values (gen_random_uuid(), 'IOS', 'demo:orphan')`,
        );
      });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
  await expect(orphan).rejects.toThrow('account_device_account_id_fkey');
});
