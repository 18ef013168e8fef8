import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../db/client.ts';
import { translateDatabaseError } from '../../db/database-error.ts';
import { APP_VERSION } from '../../db/migrate/app-version.ts';
import { restoreBackup, writeBackup } from './backup/backup.ts';
import { verifyBackup } from './backup/backup-reader.ts';
import { locateBinaries } from './binaries.ts';
import { durableSettings } from './cluster.ts';
import { isReachable, userForPostgres } from './os-user.ts';
import { place } from './placement.ts';
import { readLockFile, startPostgres } from './postgres-process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';

const isRoot = process.getuid?.() === 0;
let parent: string;
let dataDir: string;
let running: EmbeddedPostgres | undefined;
const incidents: string[] = [];

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir: folder, onIncident: (kind) => incidents.push(kind) });
  return running;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

async function until(claim: () => Promise<boolean> | boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await claim())) {
    if (Date.now() > deadline) throw new Error('timed out');
    await delay(20);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A zombie process still has an id, but no command line. */
async function isRunning(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => 'x')) !== '';
}

function open(url: string): pg.Pool {
  const pool = createPool({ url });
  onTestFinished(() => pool.end());
  return pool;
}

beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'backcounter-supervisor-'));
  await chmod(parent, 0o755);
  dataDir = path.join(await realpath(parent), 'data');
  const { urls } = await start();
  const owner = createPool({ url: urls.owner, max: 1 });
  await owner.query('CREATE TABLE kept (n int PRIMARY KEY)');
  await owner.query('GRANT SELECT, INSERT ON kept TO backcounter_app');
  await owner.end();
});
afterAll(async () => {
  await stop();
  await rm(parent, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('keeps its passwords where only this user reads them [security 37]', async () => {
    expect((await stat(path.join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  });

  it('runs with our settings, not those of initdb', async () => {
    const { urls } = running as EmbeddedPostgres;
    const { rows } = await open(urls.superuser).query<{ name: string }>(
      "SELECT name FROM pg_settings WHERE sourcefile LIKE '%/backcounter.conf' AND name <> 'TimeZone' ORDER BY name COLLATE \"C\"",
    );
    // The pool sets its own time zone, so that setting is not the file's.
    const { timezone: _, ...written } = durableSettings();
    expect(rows.map((row) => row.name)).toEqual(Object.keys(written).sort());
  });

  it('logs no column values when a constraint refuses a row', async () => {
    const { urls } = running as EmbeddedPostgres;
    const app = open(urls.app);
    await app.query('INSERT INTO kept VALUES (987654321)');
    await expect(app.query('INSERT INTO kept VALUES ($1)', [987654321])).rejects.toMatchObject({
      code: '23505',
      detail: 'Key (n)=(987654321) already exists.',
    });
    const log = path.join(dataDir, 'postgres/postgres.log');
    await expect
      .poll(() => readFile(log, 'utf8'))
      .toContain('duplicate key value violates unique constraint "kept_pkey"');
    expect(await readFile(log, 'utf8')).not.toContain('987654321');
  });

  it('refuses a second instance with a message', async () => {
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Another Backcounter is running on the data folder ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  });

  it('is not reachable without a password, and the application role owns nothing', async () => {
    const { urls } = running as EmbeddedPostgres;
    const guess = open(urls.app.replace(/:[^:@]+@/, ':guess@'));
    await expect(guess.query('SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    const app = open(urls.app);
    await expect(app.query('DROP TABLE kept')).rejects.toMatchObject({ code: '42501' });
    await expect(app.query('CREATE TABLE mine (n int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('is backed up during writes, and a restored folder has the data of the backup and keeps its earlier contents', async () => {
    const { urls } = running as EmbeddedPostgres;
    const owner = open(urls.owner);
    await owner.query('CREATE TABLE ordered (n int PRIMARY KEY, filler text)');
    await owner.query("INSERT INTO ordered SELECT n, repeat('x', 500) FROM generate_series(1, 20000) n");
    await mkdir(path.join(dataDir, 'files/exports'), { recursive: true });
    await writeFile(path.join(dataDir, 'files/exports/list.csv'), 'a,b\n');
    let n = 20_000;
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        n += 1;
        await owner.query("INSERT INTO ordered VALUES ($1, repeat('y', 500))", [n]);
      }
    })();
    const before = n;
    const file = path.join(parent, 'one.backup');
    await writeBackup(dataDir, urls.superuser, file);
    isWriting = false;
    await writer;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await verifyBackup(file)).toMatchObject({ format: 2, manifest: { product: APP_VERSION, timeline: 1 } });
    await expect(restoreBackup(dataDir, file)).rejects.toThrow('Another Backcounter is running on the data folder');

    const other = path.join(await realpath(parent), 'restored');
    const damaged = await readFile(file);
    const middle = damaged.length >> 1;
    damaged[middle] = (damaged[middle] ?? 0) ^ 1;
    await writeFile(path.join(parent, 'damaged.backup'), damaged);
    await expect(restoreBackup(other, path.join(parent, 'damaged.backup'))).rejects.toThrow(
      /damaged\.backup is damaged: postgres\//,
    );
    await expect(stat(other)).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(path.join(other, 'files/exports'), { recursive: true });
    await writeFile(path.join(other, 'files/exports/list.csv'), 'mine\n');
    const kept = (await restoreBackup(other, file)).kept ?? '';
    expect(await readFile(path.join(other, kept, 'files/exports/list.csv'), 'utf8')).toBe('mine\n');
    expect(await readFile(path.join(other, 'files/exports/list.csv'), 'utf8')).toBe('a,b\n');
    const restored = await startEmbeddedPostgres({ dataDir: other });
    onTestFinished(() => restored.stop());
    const pool = createPool({ url: restored.urls.owner, max: 1 });
    const { rows } = await pool.query<{ rows: number; last: number }>(
      'SELECT count(*)::int AS rows, max(n) AS last FROM ordered',
    );
    await pool.end();
    expect(rows[0]?.last).toBeGreaterThanOrEqual(before);
    expect(rows[0]?.rows).toBe(rows[0]?.last);
    await writeFile(file, 'nothing of the kind');
    await expect(restoreBackup(other, file)).rejects.toThrow(`The file ${file} is not a backup of Backcounter.`);
  });

  it('restarts after kill -9 with every acknowledged row, and callers get service.unavailable until then', async () => {
    const { urls, pid } = running as EmbeddedPostgres;
    const pool = open(urls.app);
    const before = pid();
    const acknowledged: number[] = [];
    const failures = new Set<unknown>();
    let n = 0;
    let isWriting = true;
    const writer = async (): Promise<void> => {
      while (isWriting) {
        n += 1;
        const mine = n;
        try {
          await pool.query('INSERT INTO kept VALUES ($1)', [mine]);
          acknowledged.push(mine);
        } catch (error) {
          const translated = translateDatabaseError(error);
          failures.add(translated instanceof Error && 'code' in translated ? translated.code : translated);
          await delay(5);
        }
      }
    };
    const writers = Promise.all([writer(), writer(), writer()]);
    await until(() => acknowledged.length > 20);
    process.kill(before, 'SIGKILL');
    await until(() => incidents.includes('restarted'));
    const served = acknowledged.length;
    await until(() => acknowledged.length > served + 20);
    isWriting = false;
    await writers;
    expect(pid()).not.toBe(before);
    expect([...failures]).toEqual(['service.unavailable']);
    const { rows } = await pool.query<{ n: number }>('SELECT n FROM kept');
    const present = new Set(rows.map((row) => row.n));
    expect(acknowledged.filter((each) => !present.has(each))).toEqual([]);
  });

  it('stops and starts again with its data', async () => {
    const { pid } = running as EmbeddedPostgres;
    const before = pid();
    await stop();
    expect(isAlive(before)).toBe(false);
    const { urls } = await start();
    const { rows } = await open(urls.app).query<{ n: number }>('SELECT count(*) AS n FROM kept');
    expect(rows[0]?.n).toBeGreaterThan(20);
  });

  it('starts despite a lock file whose process id now belongs to another program', async () => {
    const { home } = running as EmbeddedPostgres;
    await stop();
    const lines = [process.pid, `${home}/data`, 1, 1, '', '127.0.0.1', 1, 'ready'];
    await writeFile(path.join(home, 'data/postmaster.pid'), `${lines.join('\n')}\n`, { mode: 0o600 });
    await expect(start()).resolves.toBeTruthy();
  });

  it('stops a database left by a killed run, then starts', async () => {
    const { home } = running as EmbeddedPostgres;
    const port = (await readLockFile(`${home}/data`))?.port ?? 0;
    await stop();
    const user = await userForPostgres();
    const { binaries } = await place(dataDir, await locateBinaries(), user);
    const leftover = await startPostgres({
      binaries,
      user,
      dataDir: `${home}/data`,
      logFile: `${home}/postgres.log`,
      port,
    });
    const { pid } = await start();
    expect(pid()).not.toBe(leftover.pid);
    expect(isAlive(leftover.pid)).toBe(false);
  });

  it('stops when the server is killed, and the next start is normal', async () => {
    await stop();
    const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    const program = `const { startEmbeddedPostgres } = await import(${JSON.stringify(supervisor)});
      const running = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      process.stdout.write(String(running.pid()));`;
    const server = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const postgresPid = await new Promise<number>((resolve) => {
      server.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    });
    server.kill('SIGKILL');
    await until(async () => !(await isRunning(postgresPid)));
    await expect(start()).resolves.toBeTruthy();
  });
});

describe('reports with a message', () => {
  beforeAll(stop);

  it('that the data folder was written by a newer PostgreSQL', async () => {
    const file = path.join(dataDir, 'postgres/data/PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '99\n');
    await expect(start()).rejects.toThrow(
      /was written by a newer version of Backcounter \(PostgreSQL 99, this one has 18\)/,
    );
    await writeFile(file, version);
  });

  it('that the data folder cannot be written', async () => {
    await expect(start('/dev/null/data')).rejects.toThrow(
      'The folder /dev/null/data cannot be written (ENOTDIR). Change its permissions, or set DATA_DIR to another folder.',
    );
  });

  it('that the file with the passwords is missing', async () => {
    const file = path.join(dataDir, 'database.json');
    const content = await readFile(file, 'utf8');
    await rm(file);
    await expect(start()).rejects.toThrow(/database\.json with the database's passwords is missing/);
    await writeFile(file, content, { mode: 0o600 });
  });
});

describe.runIf(isRoot)('started by root in a folder that others cannot enter', () => {
  it('moves data to a folder its user owns, keeps a pointer, and finds it again', async () => {
    const closed = await mkdtemp(path.join(tmpdir(), 'backcounter-closed-'));
    const base = path.join(parent, 'relocated');
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
