import path from 'node:path';
import { AppError } from '@backcounter/domain';
import { z } from 'zod';
import { type Config, loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { restoreBackup } from '../embedded/postgres/backup/backup.ts';
import {
  type RecoveryTarget,
  recoverCluster,
  type UnpackedCluster,
} from '../embedded/postgres/backup/point-in-time.ts';
import { dataDirOf } from '../embedded/postgres/cluster.ts';
import { sizeIfPresent } from '../embedded/postgres/read-if-present.ts';
import { startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { archiveProblem, systemIdOf, WalArchive } from '../embedded/postgres/wal/wal-archive.ts';
import { spooled, storeSpooled } from '../embedded/postgres/wal/wal-spool.ts';
import type { FileStore } from '../ports/files.ts';
import { asCommand } from './connect.ts';
import { refuseOwnDatabase } from './data-folder.ts';
import { openWalStore } from './wal-store.ts';

/**
 * `npm run restore -- FILE`: replaces the embedded data folder by a backup, and on request replays the archived log.
 */

const USAGE = `Usage: npm run restore -- FILE [--until INSTANT]

Verifies a file of npm run backup and restores it into DATA_DIR. The server must be stopped. Earlier contents are kept in a folder
before-restore-….

--until  Replays the log in WAL_ARCHIVE up to an instant such as 2026-11-26T12:00:00Z, or all of it (--until latest). Keys and files come from
         the backup.`;

await asCommand(async () => {
  const { file, target } = readArguments(process.argv.slice(2));
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_restore or the backups');
  const log = await openArchivedLog(config);
  if (log === null && target !== 'backup')
    throw new StartupError('--until needs the archived log of the database: set WAL_ARCHIVE.');
  let lastChange: string | null = null;
  const recover = async (unpacked: UnpackedCluster): Promise<void> => {
    if (target !== 'backup') console.error('Replaying the archived log');
    lastChange = (await log?.recover(unpacked, target)) ?? null;
  };
  const { content, kept } = await restoreBackup(config.dataDir, path.resolve(file), log === null ? undefined : recover);
  // The first start makes the copy consistent; it happens now, so that problems show immediately.
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, isArchiving: log !== null });
  await server.stop();
  await log?.storeRest(server.home);
  console.log(`Restored ${file} into ${config.dataDir}. Start the server with npm start.`);
  if (target !== 'backup')
    console.log(
      `Last change in the database: ${lastChange ?? 'none since the backup'}. Keys and files are from the backup.`,
    );
  if (content.manifest === null)
    console.log(
      'The backup was written by Backcounter 0.1.0 and has no digests: only the CRC-32 of each file was compared.',
    );
  if (kept !== null) console.log(`Earlier contents are in its folder ${kept}.`);
});

function readArguments(args: readonly string[]): { file: string; target: RecoveryTarget } {
  const [file, option, instant, ...rest] = args;
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartupError(USAGE);
  if (option === undefined) return { file, target: 'backup' };
  if (option !== '--until' || instant === undefined) throw new StartupError(USAGE);
  if (instant === 'latest') return { file, target: 'latest' };
  if (!z.iso.datetime({ offset: true }).safeParse(instant).success)
    throw new StartupError(
      `--until must be an instant with its offset from UTC, such as 2026-11-26T12:00:00Z, or latest, not "${instant}".`,
    );
  return { file, target: new Date(instant) };
}

/** The archived log, for a restore. */
class ArchivedLog {
  readonly #store: FileStore;
  readonly #place: string;

  constructor(store: FileStore, place: string) {
    this.#store = store;
    this.#place = place;
  }

  /** Replays the log. @returns the time of the last replayed change; null if there was none */
  async recover(unpacked: UnpackedCluster, target: RecoveryTarget): Promise<string | null> {
    return this.#use(async () => {
      await this.#storeRest(unpacked.home);
      return recoverCluster(unpacked, new WalArchive(this.#store, await systemIdOf(unpacked.cluster)), target);
    });
  }

  /** Archives what a stopped server left in the spool. */
  async storeRest(home: string): Promise<void> {
    await this.#use(() => this.#storeRest(home));
  }

  async #storeRest(home: string): Promise<void> {
    const cluster = dataDirOf(home);
    if ((await sizeIfPresent(cluster)) === null || (await spooled(home)).length === 0) return;
    await storeSpooled(home, new WalArchive(this.#store, await systemIdOf(cluster)));
  }

  async #use<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      throw new StartupError(`The log archive ${this.#place} cannot be used: ${archiveProblem(cause)}.`, { cause });
    }
  }
}

/** The configured archive, or null. */
async function openArchivedLog(config: Pick<Config, 'walArchive' | 's3'>): Promise<ArchivedLog | null> {
  const store = await openWalStore(config);
  return store === null || config.walArchive === null ? null : new ArchivedLog(store, config.walArchive.place);
}
