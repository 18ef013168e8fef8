import { setTimeout as delay } from 'node:timers/promises';
import type { FileStore } from '../../../ports/files.ts';
import { dataDirOf } from '../cluster.ts';
import { archiveProblem, SEGMENT_BYTES, systemIdOf, WalArchive } from './wal-archive.ts';
import { dropSpooled, spooled, storeSpooled } from './wal-spool.ts';

/** Location of the archive, and a listener for problems. */
export interface WalMoverOptions {
  /** Home of the cluster. */
  readonly home: string;
  /** The configured location: a folder, or s3://bucket/prefix. */
  readonly place: string;
  readonly open: () => Promise<FileStore>;
  /** Called when storing starts to fail, fails for another reason, or works again (null). */
  readonly onTrouble: (trouble: string | null) => void;
  /** Maximum size of waiting log; above it everything waiting is dropped, so that the disk does not fill up. */
  readonly waitingMaxBytes?: number;
  /** Interval of retries while storing fails; 5 s by default. */
  readonly retryMs?: number;
}

const POLL_MS = 1_000;
const RETRY_MS = 5_000;
const WAITING_MAX_BYTES = 8 * 1024 ** 3;

/** Archives what the embedded PostgreSQL spools, while the process runs. */
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

  /** A sentence for `/readyz?deep`, or null. */
  get trouble(): string | null {
    if (this.#trouble !== null) return this.#trouble;
    return this.#hasGap ? `The log archive ${this.#options.place} has a gap: make a backup, then restart` : null;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Archives the rest of the spool, if possible. */
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
      // Aborting the pause is not a failure.
      await Promise.allSettled([delay(pauseMs, undefined, { signal, ref: false })]);
    }
  }

  async #sweep(): Promise<void> {
    const { home, place, open } = this.#options;
    try {
      this.#archive ??= new WalArchive(await open(), await systemIdOf(dataDirOf(home)));
      await storeSpooled(home, this.#archive);
      this.#report(null);
    } catch (error) {
      // Reopen the store, because the folder may have returned.
      this.#archive = null;
      this.#report(`The log archive ${place} cannot be written: ${archiveProblem(error)}`);
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
      `The log archive ${place} has a gap from ${waiting[0]} to ${waiting.at(-1)}, dropped to free the disk: make a backup once it can be written`,
    );
  }

  #report(trouble: string | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onTrouble(trouble);
  }
}
