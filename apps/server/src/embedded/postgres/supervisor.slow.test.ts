import { spawn } from 'node:child_process';
import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPool } from '../../db/client.ts';
import { translateDatabaseError } from '../../db/database-error.ts';
import { APP_VERSION } from '../../db/migrate/app-version.ts';
import { restoreBackup, writeBackup } from './backup/backup.ts';
import { verifyBackup } from './backup/backup-reader.ts';
import { locateBinaries } from './binaries.ts';
import { userForPostgres } from './os-user.ts';
import { place } from './placement.ts';
import { readLockFile, startPostgres } from './postgres-process.ts';
import { startEmbeddedPostgres } from './supervisor.ts';
import { EmbeddedUnderTest, openPool } from './testing/embedded-under-test.ts';

const embedded = new EmbeddedUnderTest();

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

describe('the embedded PostgreSQL', () => {
  it('is backed up during writes, and a restored folder has the data of the backup and keeps its earlier contents', async () => {
    const { urls } = embedded.running;
    const owner = openPool(urls.owner);
    await owner.query('CREATE TABLE ordered (n int PRIMARY KEY, filler text)');
    await owner.query("INSERT INTO ordered SELECT n, repeat('x', 500) FROM generate_series(1, 20000) n");
    await mkdir(path.join(embedded.dataDir, 'files/exports'), { recursive: true });
    await writeFile(path.join(embedded.dataDir, 'files/exports/list.csv'), 'a,b\n');
    let n = 20_000;
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) {
        n += 1;
        await owner.query("INSERT INTO ordered VALUES ($1, repeat('y', 500))", [n]);
      }
    })();
    const before = n;
    const file = path.join(embedded.parent, 'one.backup');
    await writeBackup(embedded.dataDir, urls.superuser, file);
    isWriting = false;
    await writer;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await verifyBackup(file)).toMatchObject({ format: 2, manifest: { product: APP_VERSION, timeline: 1 } });
    await expect(restoreBackup(embedded.dataDir, file)).rejects.toThrow(
      'Another Backcounter is running on the data folder',
    );

    const other = path.join(await realpath(embedded.parent), 'restored');
    const damaged = await readFile(file);
    const middle = damaged.length >> 1;
    damaged[middle] = (damaged[middle] ?? 0) ^ 1;
    await writeFile(path.join(embedded.parent, 'damaged.backup'), damaged);
    await expect(restoreBackup(other, path.join(embedded.parent, 'damaged.backup'))).rejects.toThrow(
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
    const { urls, pid } = embedded.running;
    const pool = openPool(urls.app);
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
    await until(() => embedded.incidents.includes('restarted'));
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
    const { pid } = embedded.running;
    const before = pid();
    await embedded.stop();
    expect(isAlive(before)).toBe(false);
    const { urls } = await embedded.start();
    const { rows } = await openPool(urls.app).query<{ n: number }>('SELECT count(*) AS n FROM kept');
    expect(rows[0]?.n).toBeGreaterThan(20);
  });

  it('stops a database left by a killed run, then starts', async () => {
    const { home } = embedded.running;
    const port = (await readLockFile(`${home}/data`))?.port ?? 0;
    await embedded.stop();
    const user = await userForPostgres();
    const { binaries } = await place(embedded.dataDir, await locateBinaries(), user);
    const leftover = await startPostgres({
      binaries,
      user,
      dataDir: `${home}/data`,
      logFile: `${home}/postgres.log`,
      port,
    });
    const { pid } = await embedded.start();
    expect(pid()).not.toBe(leftover.pid);
    expect(isAlive(leftover.pid)).toBe(false);
  });

  it('stops when the server is killed, and the next start is normal', async () => {
    await embedded.stop();
    const supervisor = fileURLToPath(new URL('./supervisor.ts', import.meta.url));
    const program = `const { startEmbeddedPostgres } = await import(${JSON.stringify(supervisor)});
      const running = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(embedded.dataDir)} });
      process.stdout.write(String(running.pid()));`;
    const server = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const postgresPid = await new Promise<number>((resolve) => {
      server.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    });
    server.kill('SIGKILL');
    await until(async () => !(await isRunning(postgresPid)));
    await expect(embedded.start()).resolves.toBeTruthy();
  });
});
