import { createHash } from 'node:crypto';
import { chmod, lstat, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bestEffort } from '../../db/best-effort.ts';
import { StartupError } from '../../db/startup-error.ts';
import { restoreBackup } from './backup/backup.ts';
import { dataDirOf } from './cluster.ts';
import { type DatabaseUrls, readCredentials, writeCredentials } from './credentials.ts';
import { lockDataDir } from './instance-lock.ts';
import { clearLeftover } from './leftover.ts';
import { relocatedHome } from './placement.ts';
import { findFreePort } from './postgres-process.ts';
import { startEmbeddedPostgres } from './supervisor.ts';

/** Little memory, no archive and no durability: the data are discarded. */
const SETTINGS: Readonly<Record<string, string>> = {
  shared_buffers: '32MB',
  maintenance_work_mem: '64MB',
  work_mem: '16MB',
  max_connections: '20',
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  archive_mode: 'off',
  shared_preload_libraries: '',
};

/** A place for a test restore, exclusive to one process. */
export interface Scratch {
  /**
   * Restores a backup into a private temporary folder.
   * @returns the time of its data; null if the file does not record it (version 0.1.0)
   * @throws StartupError if the file is not a usable backup
   */
  restore(file: string): Promise<Date | null>;
  /** Starts the restored database on its own port. */
  start(): Promise<DatabaseUrls>;
  /** Stops the database and removes the folder. */
  close(): Promise<void>;
}

/**
 * Locks the place for test restores of a data folder and removes leftovers of a killed process. It is in the system's
 * temporary folder, never in the data folder.
 *
 * @throws StartupError if another process holds it
 */
export async function openScratch(dataDir: string): Promise<Scratch> {
  const key = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  const prefix = path.join(await realpath(tmpdir()), `backcounter-proof-${key}-`);
  const lock = await lockDataDir(prefix).catch((cause) => {
    if (!(cause instanceof StartupError)) throw cause;
    throw new StartupError('Another backup is being proven. Wait until it has ended.', { cause });
  });
  try {
    await sweep(prefix);
    const folder = await mkdtemp(prefix);
    // PostgreSQL may run as another user, who must be able to traverse it.
    await chmod(folder, 0o711);
    const scratchDir = path.join(folder, 'data');
    let stop = async (): Promise<void> => undefined;
    return {
      restore: async (file) => {
        const { manifest } = (await restoreBackup(scratchDir, file)).content;
        return manifest === null ? null : new Date(manifest.takenAt);
      },
      start: async () => {
        const credentials = await readCredentials(scratchDir);
        // The backup's port belongs to the original database, even if that is stopped at the moment.
        if (credentials !== null) await writeCredentials(scratchDir, { ...credentials, port: await findFreePort() });
        const server = await startEmbeddedPostgres({ dataDir: scratchDir, isArchiving: false, overrides: SETTINGS });
        stop = () => server.stop();
        return server.urls;
      },
      close: async () => {
        await bestEffort('stopping the restored database', () => stop());
        await bestEffort('removing the restored database', () => remove(folder));
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function sweep(prefix: string): Promise<void> {
  const base = path.dirname(prefix);
  for (const name of await readdir(base)) {
    const folder = path.join(base, name);
    if (!folder.startsWith(prefix)) continue;
    // Anyone may have created a folder with this name.
    if ((await lstat(folder)).uid === (process.getuid?.() ?? 0)) await remove(folder);
  }
}

/** Stops a database running there and removes the folders, which no file of the backup can influence. */
async function remove(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const moved = relocatedHome(dataDir);
  for (const home of [path.join(dataDir, 'postgres'), moved]) await clearLeftover(dataDirOf(home));
  for (const each of [moved, folder]) await rm(each, { recursive: true, force: true, maxRetries: 3 });
}
