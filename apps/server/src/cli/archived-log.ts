import { AppError } from '@backcounter/domain';
import type { Config } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import {
  type RecoveryTarget,
  recoverCluster,
  type UnpackedCluster,
} from '../embedded/postgres/backup/point-in-time.ts';
import { dataDirOf } from '../embedded/postgres/cluster.ts';
import { sizeIfPresent } from '../embedded/postgres/read-if-present.ts';
import { archiveProblem, systemIdOf, WalArchive } from '../embedded/postgres/wal/wal-archive.ts';
import { spooled, storeSpooled } from '../embedded/postgres/wal/wal-spool.ts';
import type { FileStore } from '../ports/files.ts';
import { openWalStore } from './wal-store.ts';

/** The archived log, for a restore. */
export class ArchivedLog {
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
export async function openArchivedLog(config: Pick<Config, 'walArchive' | 's3'>): Promise<ArchivedLog | null> {
  const store = await openWalStore(config);
  return store === null || config.walArchive === null ? null : new ArchivedLog(store, config.walArchive.place);
}
