import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { restoreBackup, writeBackup } from '../embedded/postgres/backup/backup.ts';
import { type RecoveryTarget, recoverCluster } from '../embedded/postgres/backup/point-in-time.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { systemIdOf, WalArchive } from '../embedded/postgres/wal/wal-archive.ts';
import { WalMover } from '../embedded/postgres/wal/wal-mover.ts';

let parent: string;
let archiveFolder: string;
let backup: string;
let server: EmbeddedPostgres | undefined;
let mover: WalMover | undefined;

async function start(folder: string): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir: folder, isArchiving: true });
  mover = new WalMover({
    home: server.home,
    place: archiveFolder,
    open: () => openDiskFiles(archiveFolder),
    onTrouble: (trouble) => expect(trouble).toBeNull(),
  });
  mover.start();
  return server;
}

async function stop(): Promise<void> {
  await server?.stop();
  await mover?.stop();
  server = mover = undefined;
}

/** Runs a statement as the superuser on its own connection. */
async function sql<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server?.urls.superuser });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function write(n: number): Promise<void> {
  await sql(`INSERT INTO written VALUES (${n})`);
}

/** An instant after everything written so far and before anything written later. */
async function now(): Promise<Date> {
  const [row] = await sql<{ at: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS at, pg_sleep(0.005)",
  );
  if (row === undefined) throw new Error('the database returned no time');
  return row.at;
}

const written = async (): Promise<number[]> =>
  (await sql<{ n: number }>('SELECT n FROM written ORDER BY n')).map(({ n }) => n);

async function restore(folder: string, target: RecoveryTarget): Promise<string | null> {
  let lastChange: string | null = null;
  await restoreBackup(folder, backup, async (unpacked) => {
    const archive = new WalArchive(await openDiskFiles(archiveFolder), await systemIdOf(unpacked.cluster));
    lastChange = await recoverCluster(unpacked, archive, target);
  });
  return lastChange;
}

const dataDir = () => path.join(parent, 'data');

let before: Date;
let two: Date;
let end: Date;
let later: Date;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'backcounter-point-in-time-'));
  await chmod(parent, 0o755);
  archiveFolder = path.join(parent, 'archive');
  backup = path.join(parent, 'base.backup');
  const { urls } = await start(dataDir());
  await sql('CREATE TABLE written (n int PRIMARY KEY)');
  await write(1);
  before = new Date(Date.now() - 60_000);
  await writeBackup(dataDir(), urls.superuser, backup);
  await write(2);
  two = await now();
  await write(3);
  await sql('SELECT pg_switch_wal()');
  await write(4);
  end = await now();
  await stop();
  later = new Date(Date.now() + 1_000);
  await rm(dataDir(), { recursive: true });
});
afterAll(async () => {
  await stop();
  await rm(parent, { recursive: true, force: true });
});

describe('a restore to a point in time', () => {
  it('has the changes before the instant and none after it, and continues from there', async () => {
    const lastChange = await restore(dataDir(), two);
    expect(new Date(lastChange ?? '').getTime()).toBeLessThanOrEqual(two.getTime());
    await start(dataDir());
    expect(await written()).toEqual([1, 2]);
    await write(5);
    // The passwords in the backup are older.
    await sql("ALTER ROLE postgres PASSWORD 'another'");
    await stop();
  });

  it('of the whole archive follows the last restore, with the passwords of the backup', async () => {
    await restore(dataDir(), 'latest');
    await start(dataDir());
    expect(await written()).toEqual([1, 2, 5]);
    await stop();
  });

  it('to an instant before that restore has the changes that it dropped', async () => {
    await restore(dataDir(), end);
    await start(dataDir());
    expect(await written()).toEqual([1, 2, 3, 4]);
    await stop();
  });

  it('of the backup only starts its own timeline', async () => {
    await restore(dataDir(), 'backup');
    await start(dataDir());
    expect(await written()).toEqual([1]);
    expect(await sql('SELECT timeline_id FROM pg_control_checkpoint()')).toEqual([{ timeline_id: 5 }]);
    await stop();
  });

  it.each([
    [
      'before the end of the backup',
      () => before,
      /^20.*Z is before the end of this backup\. Use an earlier backup\.$/,
    ],
    ['after the archived log', () => later, /^The archived log ends at 20.*Z\. Choose an earlier instant\.$/],
  ])('to an instant %s is refused', async (_name, instant, sentence) => {
    await expect(restore(dataDir(), instant())).rejects.toThrow(sentence);
  });

  it('names a missing segment and replaces nothing', async () => {
    const folder = path.join(archiveFolder, (await readdir(archiveFolder)).find((name) => /^\d+$/.test(name)) ?? '');
    const segment =
      (await readdir(folder))
        .filter((name) => /^00000001[\dA-F]{16}\.gz$/.test(name))
        .sort()
        .at(-1) ?? '';
    await rm(path.join(folder, segment));
    await expect(restore(dataDir(), end)).rejects.toThrow(
      new RegExp(
        `^The segment ${segment.slice(0, 24)} of the log is missing in WAL_ARCHIVE; the log before it ends at 20`,
      ),
    );
    await start(dataDir());
    expect(await written()).toEqual([1]);
  });

  it('does not need a full segment: a running database closes them on time', async () => {
    await sql("ALTER SYSTEM SET archive_timeout = '1s'");
    await stop();
    await start(dataDir());
    const segment = async () =>
      (await sql<{ name: string }>('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name'))[0]?.name;
    const first = await segment();
    await write(6);
    await expect.poll(segment, { timeout: 20_000 }).not.toBe(first);
  });
});
