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

/** Little memory, no archive, and nothing that makes data durable: it is thrown away. */
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

/** A place for a test restore; only one process has it at a time. */
export interface Scratch {
  /**
   * Restores a backup into a temporary folder, reached by nothing else.
   * @returns the moment whose data it holds; null where the file doesn't say, as of version 0.1.0
   * @throws StartupError when the file is no backup that this version can use
   */
  restore(file: string): Promise<Date | null>;
  /** Starts the restored database, on a port of its own. */
  start(): Promise<DatabaseUrls>;
  /** Stops the database and removes the folder. */
  close(): Promise<void>;
}

/**
 * Takes the place for test restores that belongs to a data folder, and removes what a killed process left there. It is in the system's folder for
 * temporary files, never in the data folder.
 *
 * @throws StartupError when another process has it
 */
export async function openScratch(dataDir: string): Promise<Scratch> {
  const key = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16);
  const prefix = path.join(await realpath(tmpdir()), `backcounter-proof-${key}-`);
  const lock = await lockDataDir(prefix).catch((cause) => {
    if (!(cause instanceof StartupError)) throw cause;
    throw new StartupError('A backup is being proven already: wait until that has ended.', { cause });
  });
  try {
    await sweep(prefix);
    const folder = await mkdtemp(prefix);
    // PostgreSQL may run as another user, who has to pass through.
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
        // The port of the backup is that of the database it was made of, which may only be stopped for a moment.
        if (credentials !== null) await writeCredentials(scratchDir, { ...credentials, port: await findFreePort() });
        const server = await startEmbeddedPostgres({ dataDir: scratchDir, isArchiving: false, overrides: SETTINGS });
        stop = () => server.stop();
        return server.urls;
      },
      close: async () => {
        await bestEffort('end of the restored database', () => stop());
        await bestEffort('removal of the restored database', () => remove(folder));
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
    // Anyone can make a folder with this name there.
    if ((await lstat(folder)).uid === (process.getuid?.() ?? 0)) await remove(folder);
  }
}

/** Stops what runs there and removes it. No file of a backup decides which folders these are. */
async function remove(folder: string): Promise<void> {
  const dataDir = path.join(folder, 'data');
  const moved = relocatedHome(dataDir);
  for (const home of [path.join(dataDir, 'postgres'), moved]) await clearLeftover(dataDirOf(home));
  for (const each of [moved, folder]) await rm(each, { recursive: true, force: true, maxRetries: 3 });
}
