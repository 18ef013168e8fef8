import { statfs } from 'node:fs/promises';
import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';

const DISK_FULL = '53100';
const IO_ERROR = '58030';
const LOOK_MS = 1_000;
/** Room for the next segment of PostgreSQL's log; with less, the next write would fail again. */
const ROOM_BYTES = 16 * 2 ** 20;
/** A sort that doesn't fit into memory goes to temporary files: it takes room on the disk and adds nothing to the log. */
const PROBE = `set local work_mem = '64kB';
  select count(*) from (select rpad(n::text, 2048, 'x') as filler from generate_series(1, ${ROOM_BYTES / 2_048}) as n order by filler) as sorted`;

/** Where there is no room: the database, or the folder of files. */
type Place = 'database' | 'files';

/** The folders of the places; null where they are not on a disk of this machine. */
type Folders = Readonly<Record<Place, string | null>>;

const SENTENCES: Readonly<Record<Place, string>> = {
  database: 'The disk of the database is full, so changes are refused: free space, or enlarge the disk',
  files: 'The disk of DATA_DIR/files is full, so files are refused: free space, or enlarge the disk',
};

/**
 * Knows whether writes fail for lack of space. The first such failure is reported, wherever it is met; from then on a probe every second finds
 * out when there is room for 16 MB again, which is reported too.
 */
export class DiskWatch {
  readonly #pool: pg.Pool;
  readonly #folders: Folders;
  readonly #onReport: (sentence: string, error: unknown) => void;
  readonly #full = new Set<Place>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  /**
   * @param onReport called with the error when a place is full, and with null when it has room again
   */
  constructor(pool: pg.Pool, folders: Folders, onReport: (sentence: string, error: unknown) => void) {
    this.#pool = pool;
    this.#folders = folders;
    this.#onReport = onReport;
    this.watch(pool);
  }

  /** A sentence while a place is full, else null. */
  get trouble(): string | null {
    const [place] = this.#full;
    return place === undefined ? null : SENTENCES[place];
  }

  /** Hears each failure that the database reports on new connections of the pool, whoever gets it. */
  watch(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      // Without room for its log PostgreSQL ends, and rarely says why.
      client.on('error', (error) => void this.#suspect(error));
      const { connection } = client as pg.PoolClient & { readonly connection: NodeJS.EventEmitter };
      connection.on('errorMessage', (error: unknown) => {
        if (isOutOfSpace(error)) this.#enter('database', error);
      });
    });
  }

  /** A file could not be written. */
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

  /** False as well when that can't be found out. */
  async #hasRoom(place: Place): Promise<boolean> {
    const asked = place === 'database' ? this.#pool.query(PROBE).then(() => true) : hasRoom(this.#folders.files ?? '');
    return asked.catch(() => false);
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
