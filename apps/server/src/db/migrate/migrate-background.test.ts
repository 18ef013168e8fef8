import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Gates } from '../../testing/gates.ts';
import { checkDatabase } from '../readiness.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { APP_VERSION } from './app-version.ts';
import { migrate } from './migrate.ts';
import { BackgroundSteps } from './migrate-background.ts';
import { withOwner } from './migrate-connection.ts';
import { readWaiting } from './migrate-contract.ts';
import { runDataStep } from './migrate-data.ts';
import { MIGRATIONS_DIR, readMigrationFiles } from './migrate-files.ts';
import { readMigrationState } from './migrate-state.ts';

const PROGRAM = fileURLToPath(new URL('../testing/step-process.ts', import.meta.url));
const ITEMS = `CREATE TABLE item (id int PRIMARY KEY, half int, times int NOT NULL DEFAULT 0);
  INSERT INTO item (id) SELECT generate_series(1, 25);`;
const FILL = `UPDATE item SET half = id / 2, times = times + 1
  WHERE id IN (SELECT id FROM item WHERE half IS NULL ORDER BY id LIMIT $1 FOR UPDATE);`;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backcounter-steps-'));
});
beforeEach(async () => {
  await cp(MIGRATIONS_DIR, folder, { recursive: true });
  database = await createTestDatabase();
  return async () => {
    await database.drop();
    for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, sql: string) => writeFile(path.join(folder, `${name}.sql`), sql);
const start = (version = APP_VERSION) => migrate({ ownerUrl: database.ownerUrl, migrationsDir: folder, version });
const rowsOf = async (text: string) => (await database.ownerPool.query(text)).rows;
const filled = () => rowsOf('SELECT count(half)::int AS filled, max(times) AS times FROM item');
const recorded = async (name: string) =>
  (
    await rowsOf(
      `SELECT rows_changed::int AS rows, applied_at IS NOT NULL AS "isDone" FROM schema_step WHERE name = '${name}'`,
    )
  )[0];

/** Background steps of a worker process. */
async function background(applied: string[] = []): Promise<BackgroundSteps> {
  return new BackgroundSteps({
    pool: database.pool,
    ownerUrl: database.ownerUrl,
    files: await readMigrationFiles(folder),
    version: '9.0.0',
    contractAfterDays: 7,
    newPace: () => ({ rows: 10, pauseAfter: () => 0 }),
    onApplied: (name) => applied.push(name),
  });
}

it('runs a data step in the background in batches, each row once [upgrades 6]', async () => {
  await write('9001_items.expand', ITEMS);
  await write('9002_fill.data', FILL);
  expect(await start()).toEqual(['9001_items.expand']);
  const { checks } = await checkDatabase(database.pool, { files: await readMigrationFiles(folder) });
  expect(checks).toEqual({
    database: true,
    migrations: true,
  });
  expect(await filled()).toEqual([{ filled: 0, times: 0 }]);
  const applied: string[] = [];
  await Promise.all([(await background(applied)).runOnce(), (await background(applied)).runOnce()]);
  expect(await filled()).toEqual([{ filled: 25, times: 1 }]);
  expect(await recorded('9002_fill.data')).toEqual({ rows: 25, isDone: true });
  expect(applied).toEqual(['9002_fill.data']);
});

it('continues after a process was killed in a batch [upgrades 6]', async () => {
  await write('9001_items.expand', ITEMS);
  await write('9002_fill.data', FILL);
  await start();
  const gates = await Gates.build(database, { batch: 'after update on item' });
  await gates.close('batch', 2);
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, database.ownerUrl, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await gates.reached('batch');
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await gates.cut('batch');
  await gates.open('batch');
  expect(await filled()).toEqual([{ filled: 10, times: 1 }]);
  expect(await recorded('9002_fill.data')).toEqual({ rows: 10, isDone: false });
  const steps = await background();
  await expect.poll(() => steps.runOnce()).toBe(true);
  expect(await filled()).toEqual([{ filled: 25, times: 1 }]);
  expect(await recorded('9002_fill.data')).toEqual({ rows: 25, isDone: true });
  await gates.end();
});

it('alternates with a command that runs the same step [upgrades 6]', async () => {
  await write('9001_items.expand', ITEMS);
  // Without FOR UPDATE, two concurrent batches would change the same rows.
  await write('9002_fill.data', FILL.replace(' FOR UPDATE', ''));
  await start();
  const step = (await readMigrationFiles(folder)).steps.find(({ name }) => name === '9002_fill.data');
  if (step === undefined) throw new Error('no data step');
  const pace = { rows: 10, pauseAfter: () => 0 };
  const work = () => withOwner(database.ownerUrl, (client) => runDataStep(client, step, { version: '9.0.0', pace }));
  const gates = await Gates.build(database, { batch: 'after update on item' });
  await gates.close('batch', 2);
  const both = [work(), work()];
  await gates.reached('batch');
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'backcounter-migrate' AND wait_event_type = 'Lock'`;
  await expect.poll(() => rowsOf(waiting)).toEqual([{ n: 2 }]);
  await gates.open('batch');
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(await filled()).toEqual([{ filled: 25, times: 1 }]);
  await gates.end();
});

it('stops after the current batch, and rejects a statement that changes nothing', async () => {
  await write('9001_items.expand', ITEMS);
  await write('9002_fill.data', FILL);
  await write('9003_look.data', 'SELECT id FROM item LIMIT $1');
  await start();
  const gates = await Gates.build(database, { batch: 'after update on item' });
  await gates.close('batch');
  const steps = await background();
  steps.start();
  await gates.reached('batch');
  const stopped = steps.stop();
  await gates.open('batch');
  await stopped;
  expect(await recorded('9002_fill.data')).toEqual({ rows: 10, isDone: false });
  await expect((await background()).runOnce()).rejects.toThrow(
    'The migration 9003_look.data failed: a data step is an INSERT, UPDATE, DELETE or MERGE, not SELECT.',
  );
  await gates.end();
});

it('applies a contract step after earlier data steps, once no older process has run for the configured time [upgrades 7]', async () => {
  await write('9001_items.expand', ITEMS);
  await write('9002_fill.data', FILL);
  await write('9003_drop.contract', '-- oldest version: 9.0.0\nALTER TABLE item DROP COLUMN times;');
  await write('9004_drop.contract', '-- oldest version: 8.0.0\nALTER TABLE item DROP COLUMN half;');
  await start('9.0.0');
  const files = await readMigrationFiles(folder);
  const steps = await background();
  const why = async () => {
    const waiting = await readWaiting(database.pool, await readMigrationState(database.pool, files), 7);
    return waiting.find(({ name }) => name === '9003_drop.contract')?.why.replace(/\d{4}-\S+T\S+/, 'then');
  };
  const older = (seen: string, ended: string) =>
    rowsOf(`INSERT INTO server_process (id, version, roles, host, seen_at, ended_at)
      VALUES ('00000000-0000-0000-0000-000000000001', '8.10.0', '{}', '', ${seen}, ${ended})
      ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, ended_at = excluded.ended_at`);
  expect(await why()).toBe('waits for 9002_fill.data');
  await steps.runOnce();
  expect(await why()).toBe('waits until processes have been recorded for 7 days, since then');
  await rowsOf("UPDATE schema_range SET since = now() - interval '8 days'");
  await older('now()', 'NULL');
  expect(await why()).toBe('waits until processes of version 8.10.0 have ended');
  await older("now() - interval '6 days'", 'now()');
  expect(await why()).toBe(
    'waits until no process older than 9.0.0 has run for 7 days: version 8.10.0 was seen at then',
  );
  await steps.runOnce();
  expect(await filled()).toEqual([{ filled: 25, times: 1 }]);
  await older("now() - interval '8 days'", 'NULL');
  expect(await why()).toBe(undefined);
  await start('8.10.0');
  await steps.runOnce();
  expect(await rowsOf('SELECT * FROM item WHERE id = 1')).toEqual([{ id: 1 }]);
  expect(await rowsOf('SELECT oldest_version FROM schema_range')).toEqual([{ oldest_version: '9.0.0' }]);
  // Version 0.1.0 reads nothing else: the first contract step is enough to refuse it.
  expect((await rowsOf('SELECT name FROM schema_migration ORDER BY id DESC LIMIT 1'))[0].name).toMatch(/contract$/);
  await expect(start('8.10.0')).rejects.toThrow('This is version 8.10.0 of Backcounter');
  expect(await start('9.0.0')).toEqual([]);
});
