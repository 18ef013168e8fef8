import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { withOwner } from '../db/migrate/migrate-connection.ts';
import { MIGRATIONS_DIR, type MigrationFiles, readMigrationFiles } from '../db/migrate/migrate-files.ts';
import { createTestDatabase, type TestDatabase } from '../db/testing/test-database.ts';
import { planLines, runMigrations, statusLines } from './migrate-actions.ts';

let database: TestDatabase;
let folder: string;
let files: MigrationFiles;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-migrate-'));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  const write = (name: string, sql: string) => writeFile(path.join(folder, `${name}.sql`), sql);
  await write(
    '9001_item.expand',
    'CREATE TABLE item AS SELECT n, NULL::int AS half FROM generate_series(1, 700) AS n;',
  );
  await write(
    '9002_half.data',
    'UPDATE item SET half = n / 2 WHERE n IN (SELECT n FROM item WHERE half IS NULL LIMIT $1 FOR UPDATE);',
  );
  await write('9003_item.contract', `-- oldest version: ${APP_VERSION}\nALTER TABLE item DROP COLUMN half;`);
  files = await readMigrationFiles(folder);
  await database.ownerPool.query(`INSERT INTO server_process (id, version, roles, host)
    VALUES ('00000000-0000-0000-0000-000000000000', '0.1.0', '{}', ''); UPDATE schema_range SET oldest_version = '0.1.0'`);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const lines = async (of: typeof planLines) =>
  (await withOwner(database.ownerUrl, (client) => of(client, files, 7))).map((line) =>
    line.replaceAll(/\d{4}-\d\d-\d\dT[\d:.+Z]+/g, 'TIME'),
  );
async function run(withContract: boolean): Promise<[isDone: boolean, lines: string[]]> {
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  const isDone = await runMigrations({ ownerUrl: database.ownerUrl, files, afterDays: 7, withContract, say });
  return [isDone, said];
}
const served = (oldest: string) => `This is version ${APP_VERSION}. The database serves ${oldest} to ${APP_VERSION}.`;

it('plans, applies what it may, and says what the rest waits for [upgrades 8]', async () => {
  expect(await lines(planLines)).toEqual([
    served('0.1.0'),
    '  9001_item.expand: at the next start',
    '  9002_half.data: in the background after the next start',
    '  9003_item.contract: waits for 9001_item.expand',
  ]);
  expect(await run(false)).toEqual([
    true,
    [
      'Applied 9001_item.expand',
      'Applied 9002_half.data',
      served('0.1.0'),
      'Contract steps are left: npm run migrate -- run --contract',
    ],
  ]);
  expect(await run(true)).toEqual([
    false,
    ['Not applied: 9003_item.contract waits until processes of version 0.1.0 have ended', served('0.1.0')],
  ]);
  expect((await lines(statusLines)).slice(-5)).toEqual([
    `  9001_item.expand: applied TIME by ${APP_VERSION}`,
    `  9002_half.data: applied TIME by ${APP_VERSION}, 700 rows`,
    'Left: 1 (npm run migrate -- plan)',
    'Processes of the last 30 days:',
    '  0.1.0: 1 running, last seen TIME',
  ]);
  await database.ownerPool.query(`UPDATE server_process SET seen_at = now() - interval '8 days';
    UPDATE schema_range SET since = now() - interval '8 days'`);
  expect((await lines(planLines)).at(-1)).toBe('  9003_item.contract: in the background within an hour');
  expect(await run(true)).toEqual([true, ['Applied 9003_item.contract', served(APP_VERSION)]]);
  expect((await lines(planLines)).at(-1)).toBe('The database has all migrations.');
});
