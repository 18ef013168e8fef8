import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createPool } from './client.ts';
import { listMigrations, migrate, readMigrationState } from './migrate.ts';
import { checkDatabase } from './readiness.ts';
import { withDatabase } from './testing/database-url.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const migrations = fileURLToPath(new URL('../../migrations', import.meta.url));
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-migrations-'));
  await cp(migrations, folder, { recursive: true });
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

it('a second run has nothing to do', async () => {
  expect(await migrate({ ownerUrl: database.ownerUrl })).toEqual([]);
  expect(await checkDatabase(database.pool)).toEqual({ database: true, migrations: true });
});

it('numbers are unique and in the order in which they were applied', async () => {
  const names = await listMigrations();
  expect(names.length).toBe((await readdir(migrations)).length);
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  expect((await readMigrationState(database.pool)).applied).toEqual(names);
});

it('a new one is applied once by two processes that start at the same time', async () => {
  await writeFile(path.join(folder, '9001_wait.sql'), 'SELECT pg_sleep(0.3); CREATE TABLE arrived (n int);');
  const options = { ownerUrl: database.ownerUrl, migrationsDir: folder };
  const runs = await Promise.all([migrate(options), migrate(options)]);
  expect(runs.flat()).toEqual(['9001_wait']);
});

it('one that fails leaves nothing behind and is told in one sentence', async () => {
  await writeFile(path.join(folder, '9002_broken.sql'), 'CREATE TABLE half_done (n int); SELECT * FROM nowhere;');
  const attempt = migrate({ ownerUrl: database.ownerUrl, migrationsDir: folder });
  await expect(attempt).rejects.toThrow(
    'The database could not be brought to this version: relation "nowhere" does not exist.',
  );
  const { rows } = await database.ownerPool.query("SELECT to_regclass('half_done') AS name");
  expect(rows).toEqual([{ name: null }]);
  expect((await readMigrationState(database.ownerPool, folder)).pending).toEqual(['9002_broken']);
});

it('a database of a newer version is refused in one sentence, and is not ready', async () => {
  await expect(migrate({ ownerUrl: database.ownerUrl })).rejects.toThrow(
    'The database was written by a newer version of Backcounter (it has the migration 9001_wait, which this version does not know)',
  );
  expect(await checkDatabase(database.pool)).toEqual({ database: true, migrations: 'written by a newer version' });
});

it('does not wait long for a table that somebody holds', async () => {
  await writeFile(path.join(folder, '9002_broken.sql'), 'ALTER TABLE arrived ADD COLUMN m int;');
  const holder = await database.ownerPool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE arrived IN ACCESS EXCLUSIVE MODE');
    await expect(migrate({ ownerUrl: database.ownerUrl, migrationsDir: folder })).rejects.toThrow(/lock timeout/);
    await holder.query('ROLLBACK');
  } finally {
    holder.release();
  }
  expect(await migrate({ ownerUrl: database.ownerUrl, migrationsDir: folder })).toEqual(['9002_broken']);
});

it('an unreachable database is not ready', async () => {
  const pool = createPool({ url: withDatabase(inject('testServer').adminUrl, 'nowhere'), max: 1 });
  const checks = await checkDatabase(pool);
  expect(checks.database).not.toBe(true);
  await pool.end();
});
