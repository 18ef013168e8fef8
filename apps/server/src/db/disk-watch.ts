import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';

const DISK_FULL = '53100';
const IO_ERROR = '58030';
const LOOK_MS = 1_000;
/** Size of PostgreSQL's next WAL segment; with less space, the next write would fail again. */
const ROOM_BYTES = 16 * 2 ** 20;
/** A sort that exceeds memory writes temporary files: it needs disk space and adds nothing to the WAL. */
const PROBE = `set local work_mem = '64kB';
  select count(*) from (select rpad(n::text, 2048, 'x') as filler from generate_series(1, ${ROOM_BYTES / 2_048}) as n order by filler) as sorted`;

/** The disk without space: the database's, or that of stored files. */
type Place = 'database' | 'files';

/** Folders of the places; null if they aren't on a local disk. */
type Folders = Readonly<Record<Place, string | null>>;

const SENTENCES: Readonly<Record<Place, string>> = {
  database: 'The disk of the database is full, so changes are refused: free space, or enlarge the disk',
  files: 'The disk of DATA_DIR/files is full, so files are refused: free space, or enlarge the disk',
};

/**
 * Detects writes that fail for lack of space. Reports the first such failure, wherever it occurs; from then on it
 * checks every second for 16 MB of space and reports when there is.
 */
export class DiskWatch {
  readonly #pool: pg.Pool;
  readonly #folders: Folders;
  readonly #onReport: (sentence: string, error: unknown) => void;
  readonly #full = new Set<Place>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  /** @param onReport called with the error when a disk is full, and with null when it has space again */
  constructor(pool: pg.Pool, folders: Folders, onReport: (sentence: string, error: unknown) => void) {
    this.#pool = pool;
    this.#folders = folders;
    this.#onReport = onReport;
    this.watch(pool);
  }

  /** A sentence while a disk is full, else null. */
  get trouble(): string | null {
    const [place] = this.#full;
    return place === undefined ? null : SENTENCES[place];
  }

  /**
   * Listens for failures that the database reports on new connections of the pool, whatever the caller does with them.
   */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      // Without space for its WAL PostgreSQL exits, rarely with a reason.
      client.on('error', (error) => void this.#suspect(error));
      const { connection } = client as pg.PoolClient & { readonly connection: NodeJS.EventEmitter };
      connection.on('errorMessage', (error: unknown) => {
        if (isOutOfSpace(error)) this.#enter('database', error);
      });
    });
  }

  /** Called when a file could not be written. */
  noteFile(error: unknown): void {
    if (this.#folders.files !== null && errorCodeOf(error) === 'ENOSPC') this.#enter('files', error);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #suspect(error: unknown): Promise<void> {
    const folder = this.#folders.database;
    if (folder !== null && !(await hasRoom(folder).catch(() => true))) this.#enter('database', error);
  }

  #enter(place: Place, error: unknown): void {
    if (this.#full.has(place)) return;
    this.#full.add(place);
    this.#onReport(SENTENCES[place], error);
    this.#timer ??= setInterval(() => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
    }, LOOK_MS).unref();
  }

  async #look(): Promise<void> {
    for (const place of this.#full) {
      if (!(await this.#hasRoom(place))) continue;
      this.#full.delete(place);
      this.#onReport(SENTENCES[place], null);
    }
    if (this.#full.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** False also if the check fails. */
  async #hasRoom(place: Place): Promise<boolean> {
    const check = place === 'database' ? this.#pool.query(PROBE).then(() => true) : hasRoom(this.#folders.files ?? '');
    return check.catch(() => false);
  }
}

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES;
}

function isOutOfSpace(error: unknown): boolean {
  const code = errorCodeOf(error);
  return code === DISK_FULL || (code === IO_ERROR && error instanceof Error && /no space left/i.test(error.message));
}
