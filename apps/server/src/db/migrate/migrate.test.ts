import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { createPool } from '../client.ts';
import { migrateQueue } from '../job-queue.ts';
import { checkDatabase } from '../readiness.ts';
import { readCatalogue } from '../testing/catalogue.ts';
import { withDatabase } from '../testing/database-url.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { APP_VERSION } from './app-version.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { withOwner } from './migrate-connection.ts';
import { applyContracts } from './migrate-contract.ts';
import { runDataStep } from './migrate-data.ts';
import { MIGRATIONS_DIR, readBaseline, readMigrationFiles } from './migrate-files.ts';

const TABLE = 'CREATE TABLE arrived (n int);';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-migrations-'));
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const name of await readdir(folder)) if (name.startsWith('9')) await rm(path.join(folder, name));
  await database.ownerPool.query(`DROP TABLE IF EXISTS arrived; DELETE FROM schema_step WHERE name LIKE '9%';
    UPDATE schema_range SET oldest_version = '0.1.0', newest_version = '${APP_VERSION}'`);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFile(path.join(folder, `${name}.sql`), sql);
/** Starts a version with the migrations in the folder. */
const start = (options: Partial<MigrateOptions> = {}) =>
  migrate({ ownerUrl: database.ownerUrl, migrationsDir: folder, ...options });
const rowsOf = async (text: string) => (await database.ownerPool.query(text)).rows;
/** `/readyz` of a version with the migrations in the folder. */
const check = async (version = APP_VERSION) =>
  (await checkDatabase(database.pool, { version, files: await readMigrationFiles(folder) })).checks;

it('a second run has nothing to do', async () => {
  expect(await migrate({ ownerUrl: database.ownerUrl })).toEqual([]);
  expect(await checkDatabase(database.pool)).toEqual({
    checks: { database: true, migrations: true },
    versions: { process: APP_VERSION, oldest: APP_VERSION, newest: APP_VERSION },
  });
});

it('numbers are unique and in the order in which they were applied', async () => {
  const { steps } = await readMigrationFiles();
  const released = (
    await rowsOf(
      'SELECT name FROM schema_migration m WHERE NOT EXISTS (SELECT FROM schema_step s WHERE s.name = m.name) ORDER BY id',
    )
  ).map(({ name }) => name);
  expect(released).toHaveLength(82);
  const names = [...released, ...steps.map(({ name }) => name)];
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  expect(await rowsOf('SELECT name FROM schema_step ORDER BY started_at, name')).toEqual(
    steps.map(({ name }) => ({ name })),
  );
});

it('records a step with kind, checksum and version, and leaves the table of version 0.1.0 as it was', async () => {
  const before = await rowsOf('SELECT * FROM schema_migration');
  await write('9001_table.expand', TABLE);
  expect(await start()).toEqual(['9001_table.expand']);
  expect(
    await rowsOf(
      `SELECT name, kind, checksum, version, applied_at >= started_at AS "isApplied", duration_ms >= 0 AS "hasDuration"
       FROM schema_step WHERE name LIKE '9001%'`,
    ),
  ).toEqual([
    {
      name: '9001_table.expand',
      kind: 'expand',
      checksum: createHash('sha256').update(TABLE).digest('hex'),
      version: APP_VERSION,
      isApplied: true,
      hasDuration: true,
    },
  ]);
  expect(await rowsOf('SELECT * FROM schema_migration')).toEqual(before);
});

it('applies a step once when two processes start at the same time [upgrades 3]', async () => {
  await write('9001_wait.expand', 'SELECT pg_sleep(0.3); CREATE TABLE arrived (n int);');
  const runs = await Promise.all([start(), start()]);
  expect(runs.flat()).toEqual(['9001_wait.expand']);
});

it('names a failed step in one sentence, and undoes it [upgrades 3]', async () => {
  await write('9001_broken.expand', 'CREATE TABLE half_done (n int); SELECT * FROM nowhere;');
  await expect(start()).rejects.toThrow(
    'The migration 9001_broken.expand failed: relation "nowhere" does not exist. It has changed nothing.',
  );
  expect(await rowsOf("SELECT to_regclass('half_done') AS name")).toEqual([{ name: null }]);
  expect(await rowsOf("SELECT name FROM schema_step WHERE name LIKE '9%'")).toEqual([]);
  expect(await check()).toEqual({
    database: true,
    migrations: '1 migrations are missing: start a process of this version, or run npm run migrate -- run',
  });
});

it('an older version stays ready and starts after steps unknown to it [upgrades 1]', async () => {
  await write('9001_table.expand', TABLE);
  await start({ version: '9.1.0' });
  expect((await checkDatabase(database.pool)).checks).toEqual({ database: true, migrations: true });
  expect(await migrate({ ownerUrl: database.ownerUrl })).toEqual([]);
  expect(await rowsOf('SELECT oldest_version, newest_version FROM schema_range')).toEqual([
    { oldest_version: '0.1.0', newest_version: '9.1.0' },
  ]);
});

it('refuses a version that the database no longer supports, and names both [upgrades 2]', async () => {
  await start({ version: '9.1.0' });
  await rowsOf("UPDATE schema_range SET oldest_version = '9.0.0'");
  const sentence =
    'This is version 8.10.0 of Backcounter, and the database was upgraded by version 9.1.0 and serves 9.0.0 and later: update this copy';
  await expect(start({ version: '8.10.0' })).rejects.toThrow(
    `${sentence}, or point DATA_DIR or DATABASE_URL elsewhere.`,
  );
  expect(await check('8.10.0')).toEqual({ database: true, migrations: sentence });
  expect(await start({ version: '9.0.0' })).toEqual([]);
  expect(await check('9.0.0')).toEqual({ database: true, migrations: true });
});

it('refuses a step whose file has changed since it was applied [upgrades 4]', async () => {
  await write('9001_table.expand', TABLE);
  await start();
  await write('9001_table.expand', 'CREATE TABLE arrived (n bigint);');
  const sentence =
    'The file 9001_table.expand.sql differs from the one that this database was migrated with: restore the file, and put the change into a new step';
  await expect(start()).rejects.toThrow(`${sentence}.`);
  expect(await check()).toEqual({ database: true, migrations: sentence });
});

it('retries while its tables are locked, and gives up after a number of tries [upgrades 3]', async () => {
  await write('9001_table.expand', TABLE);
  await start();
  await write('9002_column.expand', 'ALTER TABLE arrived ADD COLUMN m int;');
  const holder = await database.ownerPool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE arrived IN ACCESS EXCLUSIVE MODE');
    await expect(start({ patience: { timeoutMs: 20, tries: 3, pauseMs: 1 } })).rejects.toThrow(
      'The migration 9002_column.expand failed: canceling statement due to lock timeout, 3 times in a row. It has changed nothing.',
    );
    const started = start({ patience: { timeoutMs: 20, tries: 100_000, pauseMs: 1 } });
    await expect
      .poll(() =>
        rowsOf(
          'SELECT deadlocks + xact_rollback > 3 AS tried FROM pg_stat_database WHERE datname = current_database()',
        ),
      )
      .toEqual([{ tried: true }]);
    await holder.query('ROLLBACK');
    expect(await started).toEqual(['9002_column.expand']);
  } finally {
    holder.release();
  }
});

/** Runs with a database without tables on the test server. */
async function withEmpty(run: (ownerUrl: string, client: pg.Client) => Promise<void>): Promise<void> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await database.ownerPool.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const ownerUrl = withDatabase(database.ownerUrl, name);
  try {
    await withOwner(ownerUrl, (client) => run(ownerUrl, client));
  } finally {
    await database.ownerPool.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Creates the state that version 0.1.0 leaves. */
async function buildReleased(client: pg.Client, ownerUrl: string): Promise<void> {
  const [beforeFoundation, tables] = await readBaseline(MIGRATIONS_DIR);
  // Views and triggers of tables that it doesn't have.
  const files = (await readMigrationFiles()).sources.filter(
    ({ name }) => !/(reporting|machine-client|member-card)\.sql$/.test(name),
  );
  // Guards of states that it doesn't have, each with its comment.
  const [foundation, ...sources] = files.map(({ sql }) =>
    sql.replace(/^CREATE[^\n]* app_state\b.*?^COMMENT.*?;$/gms, ''),
  );
  // The functions of today name tables that it doesn't have.
  await client.query('SET check_function_bodies = off');
  for (const sql of [beforeFoundation, foundation, tables, ...sources]) await client.query(sql ?? '');
  await client.query('RESET check_function_bodies');
  await migrateQueue(client, ownerUrl);
}

it('upgrades a database of version 0.1.0 by additions, and later removes what only that needs [upgrades 5]', async () => {
  await withEmpty(async (ownerUrl, client) => {
    await buildReleased(client, ownerUrl);
    await client.query(ODD_ZONES);
    const names = async (table: string) => (await client.query(`SELECT name FROM ${table} ORDER BY name`)).rows;
    const before = await names('schema_migration');
    const { steps, sources } = await readMigrationFiles();
    const [foundation, ...others] = sources.map(({ name }) => name);
    const expands = steps.filter(({ kind }) => kind === 'expand').map(({ name }) => name);
    expect(await migrate({ ownerUrl })).toEqual([foundation, ...expands, ...others]);
    expect(await names('schema_migration')).toEqual(before);
    expect(await names('schema_step')).toEqual(expands.map((name) => ({ name })));
    expect((await client.query('SELECT oldest_version, newest_version FROM schema_range')).rows).toEqual([
      { oldest_version: '0.1.0', newest_version: APP_VERSION },
    ]);
    const zones = async () => (await client.query(ZONES)).rows.map(({ zone }) => zone).sort();
    expect(await zones()).toEqual([
      ...['Asia/Calcutta', 'SST', 'area Asia/Kolkata', 'asia/kolkata', 'notification America/Los_Angeles'],
    ]);
    const settings = { version: APP_VERSION, pace: { rows: 1, pauseAfter: () => 0 } };
    for (const step of steps.filter(({ kind }) => kind === 'data')) await runDataStep(client, step, settings);
    const { waiting } = await applyContracts(client, await readMigrationFiles(), {
      version: APP_VERSION,
      afterDays: 0,
    });
    expect(waiting).toEqual([]);
    expect(await zones()).toEqual([
      ...['Asia/Kolkata', 'Asia/Kolkata', 'Asia/Kolkata', 'area Asia/Kolkata', 'notification America/Los_Angeles'],
    ]);
    const trail = await client.query('SELECT action, entity_id, changes FROM staff_audit_event ORDER BY id');
    expect(trail.rows).toMatchObject([
      { action: 'area.update', changes: { timezone: ['AET', 'Asia/Kolkata'] } },
      { action: 'account.update', entity_id: ODD_ACCOUNT, changes: { timezone: ['SST', 'Asia/Kolkata'] } },
    ]);
    expect(await readCatalogue(client)).toEqual(await readCatalogue(database.ownerPool));
  });
});

const ODD_ACCOUNT = '01900000-0000-7000-8000-000000000003';
/** Zones as version 0.1.0 stored them: other names, and words that are none. */
const ODD_ZONES = `
  -- Triggers of today need tables of today.
  SET session_replication_role = replica;
  INSERT INTO country (code, name_i18n, currency, dial_code, default_timezone, default_locale)
    VALUES ('IN', '{"en-US":"India"}', 'INR', '91', 'Asia/Calcutta', 'en-IN');
  INSERT INTO area (country_code, code, name_i18n, timezone) VALUES ('IN', 'KA', '{"en-US":"Karnataka"}', 'AET');
  INSERT INTO account (id, country_code, locale, timezone)
    VALUES ('01900000-0000-7000-8000-000000000001', 'IN', 'en-IN', 'asia/kolkata'),
      ('01900000-0000-7000-8000-000000000002', 'IN', 'en-IN', 'Asia/Calcutta'), ('${ODD_ACCOUNT}', 'IN', 'en-IN', 'SST');
  INSERT INTO topic_category (code, name_i18n, position) VALUES ('first', '{"en-US":"First"}', 1);
  INSERT INTO topic (category_id, code, name_i18n, description_i18n, kind, position)
    SELECT id, 'topic', name_i18n, name_i18n, 'MARKETING', 1 FROM topic_category;
  INSERT INTO notification (topic_id, title_i18n, body_i18n, send_mode, timezone, state, state_reason, scheduled_at, starts_at)
    SELECT id, name_i18n, name_i18n, 'NOW', 'US/Pacific', 'CANCELED', 'test', now(), now() FROM topic;
  INSERT INTO staff_preference (staff_sub, key, value) VALUES ('ada', 'settings', '{"timeZone": "Europe/Kiev", "density": "normal"}');
  RESET session_replication_role`;
const ZONES = `
  SELECT timezone AS zone FROM account UNION ALL SELECT 'area ' || timezone FROM area
  UNION ALL SELECT 'notification ' || timezone FROM notification`;

it('refuses a database with incomplete migrations of version 0.1.0, with a remedy [upgrades 2]', async () => {
  await withEmpty(async (ownerUrl, client) => {
    await buildReleased(client, ownerUrl);
    await client.query("DELETE FROM schema_migration WHERE name = '0340_personal_columns'");
    await expect(migrate({ ownerUrl })).rejects.toThrow(
      'The database was last migrated by a build before version 0.1.0: start version 0.1.0 on it once, then this version.',
    );
    expect((await client.query("SELECT to_regclass('schema_range') AS name")).rows).toEqual([{ name: null }]);
  });
});

it('applies steps of all kinds to a new database [upgrades 5]', async () => {
  await write('9001_table.expand', `${TABLE} INSERT INTO arrived VALUES (1);`);
  await write('9002_fill.data', 'UPDATE arrived SET n = 2 WHERE n = 1 AND $1::int > 0;');
  await write('9003_table.contract', `-- oldest version: ${APP_VERSION}\nALTER TABLE arrived RENAME TO here;`);
  await withEmpty(async (ownerUrl, client) => {
    const applied = await migrate({ ownerUrl, migrationsDir: folder });
    expect(applied.filter((name) => name.startsWith('9'))).toEqual([
      '9001_table.expand',
      '9002_fill.data',
      '9003_table.contract',
    ]);
    expect((await client.query('SELECT n, oldest_version FROM here, schema_range')).rows).toEqual([
      { n: 2, oldest_version: APP_VERSION },
    ]);
  });
});

it('an unreachable database is not ready', async () => {
  const pool = createPool({ url: withDatabase(inject('testServer').adminUrl, 'nowhere'), max: 1 });
  const { checks } = await checkDatabase(pool);
  expect(checks.database).not.toBe(true);
  await pool.end();
});
