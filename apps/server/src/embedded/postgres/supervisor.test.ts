import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { durableSettings } from './cluster.ts';
import { isReachable, userForPostgres } from './os-user.ts';
import { startEmbeddedPostgres } from './supervisor.ts';
import { EmbeddedUnderTest, openPool } from './testing/embedded-under-test.ts';

const isRoot = process.getuid?.() === 0;
const embedded = new EmbeddedUnderTest();

describe('the embedded PostgreSQL', () => {
  it('keeps its passwords where only this user reads them [security 37]', async () => {
    expect((await stat(path.join(embedded.dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  });

  it('runs with our settings, not those of initdb', async () => {
    const { urls } = embedded.running;
    const { rows } = await openPool(urls.superuser).query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE sourcefile LIKE '%/backcounter.conf' AND name <> 'TimeZone' ORDER BY name COLLATE \"C\"",
    );
    // The pool sets its own time zone, so that setting is not the file's.
    const { timezone: _, ...written } = durableSettings();
    expect(rows.map((row) => row.name)).toEqual(Object.keys(written).sort());
  });

  it('logs no column values when a constraint refuses a row', async () => {
    const { urls } = embedded.running;
    const app = openPool(urls.app);
    await app.query('INSERT INTO kept VALUES (987654321)');
    await expect(app.query('INSERT INTO kept VALUES ($1)', [987654321])).rejects.toMatchObject({
      code: '23505',
      detail: 'Key (n)=(987654321) already exists.',
    });
    const log = path.join(embedded.dataDir, 'postgres/postgres.log');
    await expect
      .poll(() => readFile(log, 'utf8'))
      .toContain('duplicate key value violates unique constraint "kept_pkey"');
    expect(await readFile(log, 'utf8')).not.toContain('987654321');
  });

  it('refuses a second instance with a message', async () => {
    await expect(startEmbeddedPostgres({ dataDir: embedded.dataDir })).rejects.toThrow(
      `Another Backcounter is running on the data folder ${embedded.dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  });

  it('is reached by a socket where the path allows one, or else over TCP', async () => {
    const peer = 'SELECT inet_server_port() AS port';
    const { urls } = embedded.running;
    expect((await openPool(urls.app).query(peer)).rows).toEqual([{ port: null }]);
    const parent = await mkdtemp(path.join(tmpdir(), 'backcounter-long-'));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    await chmod(parent, 0o755);
    const long = await startEmbeddedPostgres({ dataDir: path.join(parent, 'x'.repeat(120)) });
    onTestFinished(() => long.stop());
    expect((await openPool(long.urls.app).query(peer)).rows).toEqual([{ port: expect.any(Number) }]);
  });

  it('is not reachable without a password, and the application role owns nothing', async () => {
    const { urls } = embedded.running;
    const guess = openPool(urls.app.replace(/:[^:@]+@/, ':guess@'));
    await expect(guess.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const app = openPool(urls.app);
    await expect(app.query('DROP TABLE kept')).rejects.toMatchObject({ code: '42501' });
    await expect(app.query('CREATE TABLE mine (n int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('starts despite a lock file whose process id now belongs to another program', async () => {
    const { home } = embedded.running;
    await embedded.stop();
    const lines = [process.pid, `${home}/data`, 1, 1, '', '127.0.0.1', 1, 'ready'];
    await writeFile(path.join(home, 'data/postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 });
    await expect(embedded.start()).resolves.toBeTruthy();
  });
});

describe('reports with a message', () => {
  beforeAll(() => embedded.stop());

  it('that the data folder was written by a newer PostgreSQL', async () => {
    const file = path.join(embedded.dataDir, 'postgres/data/PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '99\n');
    await expect(embedded.start()).rejects.toThrow(
      /was written by a newer version of Backcounter \(PostgreSQL 99, this one has 18\)/,
    );
    await writeFile(file, version);
  });

  it('that the data folder cannot be written', async () => {
    await expect(embedded.start('/dev/null/data')).rejects.toThrow(
      'The folder /dev/null/data cannot be written (ENOTDIR). Change its permissions, or set DATA_DIR to another folder.',
    );
  });

  it('that the file with the passwords is missing', async () => {
    const file = path.join(embedded.dataDir, 'database.json');
    const content = await readFile(file, 'utf8');
    await rm(file);
    await expect(embedded.start()).rejects.toThrow(/database\.json with the database's passwords is missing/);
    await writeFile(file, content, { mode: 0o600 });
  });
});

describe.runIf(isRoot)('started by root in a folder that others cannot enter', () => {
  it('moves data to a folder its user owns, keeps a pointer, and finds it again', async () => {
    const closed = await mkdtemp(path.join(tmpdir(), 'backcounter-closed-'));
    const base = path.join(embedded.parent, 'relocated');
    const folder = path.join(closed, 'data');
    onTestFinished(() => rm(closed, { recursive: true, force: true }));
    const user = await userForPostgres();
    if (user === null) throw new Error('root has a user for PostgreSQL');
    await mkdir(folder);
    expect(await isReachable(folder, user)).toBe(false);

    const first = await startEmbeddedPostgres({ dataDir: folder, relocationBase: base });
    await first.stop();
    const pointer = (await readFile(path.join(folder, 'postgres.location'), 'utf8')).trim();
    expect(pointer).toBe(first.home);
    expect(first.home.startsWith(`${base}/`)).toBe(true);
    expect((await stat(first.home)).uid).toBe(user.uid);

    const second = await startEmbeddedPostgres({ dataDir: folder, relocationBase: base });
    expect(second.home).toBe(first.home);
    await second.stop();
  });
});
