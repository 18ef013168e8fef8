import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCatalogue } from '../testing/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { APP_VERSION } from './app-version.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { FOUNDATION, readSqlSources, SOURCE_DIR, SQL_SOURCES } from './sql-source.ts';

const SOURCE = 'attention/attention.sql';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-sources-'));
  for (const name of [FOUNDATION, ...SQL_SOURCES]) await cp(path.join(SOURCE_DIR, name), path.join(folder, name));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a version with the sources in the folder. */
const start = (options: Partial<MigrateOptions> = {}) =>
  migrate({ ownerUrl: database.ownerUrl, sourceDir: folder, ...options });
const change = async (sql: string) => writeFile(path.join(folder, SOURCE), `${original}\n${sql}`);
const answer = async () => (await database.ownerPool.query('SELECT answer()')).rows[0];
const original = await readFile(path.join(SOURCE_DIR, SOURCE), 'utf8');
const answering = (value: number) => `CREATE OR REPLACE FUNCTION answer() RETURNS int LANGUAGE sql RETURN ${value};`;

it('lists every SQL file of the server', async () => {
  const found: string[] = [];
  for await (const name of glob('**/*.sql', { cwd: SOURCE_DIR })) found.push(name);
  expect([FOUNDATION, ...SQL_SOURCES].sort()).toEqual(found.sort());
});

it('defines each function, trigger and view of the database once', async () => {
  const declared = (await readSqlSources()).flatMap(({ sql }) =>
    [
      ...sql.matchAll(
        /^\s*CREATE OR REPLACE (FUNCTION|VIEW) ([\w.]+)|^\s*CREATE OR REPLACE (TRIGGER) (\w+)[^;]* ON (?:identity\.)?(\w+)/gm,
      ),
    ].map(([, kind = 'TRIGGER', name, , trigger, table]) =>
      table === undefined ? `${kind} ${name}` : `${kind} ${table}.${trigger}`,
    ),
  );
  // They have two definitions; which one applies depends on PostgreSQL.
  const homes = declared.filter((name, at) => !/ (uuid_v7|known_zone)$/.test(name) || declared.indexOf(name) === at);
  const { rows } = await database.ownerPool.query<{ name: string }>(`
    SELECT 'FUNCTION ' || proname AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
    UNION ALL SELECT 'VIEW ' || oid::regclass FROM pg_class
      WHERE relnamespace IN ('public'::regnamespace, 'reporting'::regnamespace) AND relkind = 'v'
    UNION ALL SELECT format('TRIGGER %s.%s', relname, tgname) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
      WHERE relnamespace IN ('public'::regnamespace, 'identity'::regnamespace) AND NOT tgisinternal AND tgparentid = 0`);
  expect(homes.sort()).toEqual(rows.map(({ name }) => name).sort());
});

it('can be applied again without a change', async () => {
  const before = await readCatalogue(database.ownerPool);
  await database.ownerPool.query('UPDATE schema_source SET checksum = $1', ['another']);
  expect(await start()).toEqual([FOUNDATION, ...SQL_SOURCES]);
  expect(await readCatalogue(database.ownerPool)).toEqual(before);
  expect(await start()).toEqual([]);
});

it('is applied again after its file changed, by a version that is not older than the database', async () => {
  await change(answering(1));
  expect(await start()).toEqual([SOURCE]);
  expect(await answer()).toEqual({ answer: 1 });
  await change(answering(2));
  expect(await start({ version: '9.1.0' })).toEqual([SOURCE]);
  expect(await answer()).toEqual({ answer: 2 });
  await change(answering(3));
  expect(await start({ version: APP_VERSION })).toEqual([]);
  expect(await answer()).toEqual({ answer: 2 });
  expect((await database.ownerPool.query('SELECT version FROM schema_source WHERE name = $1', [SOURCE])).rows).toEqual([
    { version: '9.1.0' },
  ]);
});

it('names a failed file in one sentence, and undoes it', async () => {
  await change(`${answering(4)} SELECT * FROM nowhere;`);
  await expect(start({ version: '9.1.0' })).rejects.toThrow(
    `The migration ${SOURCE} failed: relation "nowhere" does not exist. It has changed nothing.`,
  );
  expect(await answer()).toEqual({ answer: 2 });
});

it('waits for a locked table for less than deadlock_timeout', async () => {
  await change('CREATE OR REPLACE TRIGGER answered AFTER TRUNCATE ON release_visit EXECUTE FUNCTION coupons_stay();');
  const holder = await database.ownerPool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE release_visit IN ROW EXCLUSIVE MODE');
    const started = start({ version: '9.1.0' });
    await expect
      .poll(
        async () => (await database.ownerPool.query('SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted')).rows,
      )
      .toEqual([{ n: 1 }]);
    await holder.query('ROLLBACK');
    expect(await started).toEqual([SOURCE]);
  } finally {
    holder.release();
  }
});
