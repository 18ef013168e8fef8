import { setTimeout as delay } from 'node:timers/promises';
import type { FileStore } from '../../../ports/files.ts';
import { dataDirOf } from '../cluster.ts';
import { archiveProblem, SEGMENT_BYTES, systemIdOf, WalArchive } from './wal-archive.ts';
import { dropSpooled, spooled, storeSpooled } from './wal-spool.ts';

/** How the mover finds the archive, and who hears of it. */
export interface WalMoverOptions {
  /** Where the cluster is. */
  readonly home: string;
  /** The archive as a person knows it: a folder, or s3://bucket/prefix. */
  readonly place: string;
  readonly open: () => Promise<FileStore>;
  /** Called when storing begins to fail, fails for another reason, or works again (null). */
  readonly onTrouble: (trouble: string | null) => void;
  /** Size of the log that may wait; beyond, all that waits is dropped, so that the database keeps its disk. */
  readonly waitingMaxBytes?: number;
  /** Time between two tries while storing fails; 5 s unless it is set. */
  readonly retryMs?: number;
}

const POLL_MS = 1_000;
const RETRY_MS = 5_000;
const WAITING_MAX_BYTES = 8 * 1024 ** 3;

/** Stores what the embedded PostgreSQL spools, for as long as the process runs. */
export class WalMover {
  readonly #options: WalMoverOptions;
  readonly #ending = new AbortController();
  #archive: WalArchive | null = null;
  #running: Promise<void> | null = null;
  #trouble: string | null = null;
  #hasGap = false;

  constructor(options: WalMoverOptions) {
    this.#options = options;
  }

  /** A sentence for `/readyz?deep`; null while all is well. */
  get trouble(): string | null {
    if (this.#trouble !== null) return this.#trouble;
    return this.#hasGap ? `The log archive ${this.#options.place} has a gap: take a backup, then restart` : null;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Stores what PostgreSQL spooled at its end, if the archive can be written. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    await this.#sweep();
    await this.#archive?.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#sweep();
      const pauseMs = this.#trouble === null ? POLL_MS : (this.#options.retryMs ?? RETRY_MS);
      // The end cuts the pause short, which is no failure.
      await Promise.allSettled([delay(pauseMs, undefined, { signal, ref: false })]);
    }
  }

  async #sweep(): Promise<void> {
    const { home, place, open } = this.#options;
    try {
      this.#archive ??= new WalArchive(await open(), await systemIdOf(dataDirOf(home)));
      await storeSpooled(home, this.#archive);
      this.#say(null);
    } catch (error) {
      // A folder that comes back has to be opened again.
      this.#archive = null;
      this.#say(`The log archive ${place} cannot be written: ${archiveProblem(error)}`);
      await this.#limitWaiting();
    }
  }

  async #limitWaiting(): Promise<void> {
    const { home, place, waitingMaxBytes = WAITING_MAX_BYTES } = this.#options;
    const waiting = await spooled(home);
    if (waiting.length * SEGMENT_BYTES <= waitingMaxBytes) return;
    await dropSpooled(home);
    this.#hasGap = true;
    this.#options.onTrouble(
      `The log archive ${place} has a gap from ${waiting[0]} to ${waiting.at(-1)}, dropped to keep the disk free: take a backup once it can be written`,
    );
  }

  #say(trouble: string | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onTrouble(trouble);
  }
}
