import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OsUser } from '../os-user.ts';
import { isSegment, nextSegment, positionOf, type WalArchive } from './wal-archive.ts';

const REQUESTS = 'wal-requests';
const WANTED = '.wanted';
const POLL_MS = 20;

/**
 * restore_command: requests a file by name beside the cluster's folder and waits for it. PostgreSQL cannot fetch it,
 * because it may run as another user without the archive's keys.
 */
export const RESTORE_COMMAND = [
  `r=../${REQUESTS}`,
  `: > $r/%f${WANTED}`,
  'until [ -e $r/%f.done ]; do sleep 0.05 || sleep 1; done',
  'rm $r/%f.done',
  '[ -e $r/%f ] && mv $r/%f %p',
].join('; ');

/** Serves a recovering PostgreSQL from the archive and tracks its requests. */
export class WalRequests {
  readonly #folder: string;
  readonly #user: OsUser | null;
  readonly #archive: WalArchive;
  readonly #servesSegments: boolean;
  readonly #found = new Set<string>();
  /** By position, the first name requested, which is of the newest possible timeline. */
  readonly #absent = new Map<string, string>();
  readonly #ahead = new Map<string, Promise<PromiseSettledResult<Buffer | null>[]>>();
  #running: Promise<void> | null = null;
  #isEnding = false;
  /** Why the archive could not be read. */
  #failure: unknown;

  /** @param servesSegments false to serve only histories, for a cluster that replays only its backup's log */
  constructor(home: string, user: OsUser | null, archive: WalArchive, servesSegments: boolean) {
    this.#folder = path.join(home, REQUESTS);
    this.#user = user;
    this.#archive = archive;
    this.#servesSegments = servesSegments;
  }

  async start(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
    await mkdir(this.#folder, { mode: 0o700 });
    await this.#handOver(this.#folder);
    this.#running = this.#run();
  }

  /** @throws the error that prevented reading the archive */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    await Promise.all(this.#ahead.values());
    await rm(this.#folder, { recursive: true, force: true });
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The last requested segment that exists on no timeline, or null. */
  lastAbsent(): string | null {
    const absent = [...this.#absent].filter(([position]) => !this.#found.has(position));
    return absent.sort().at(-1)?.[1] ?? null;
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const wanted = (await readdir(this.#folder)).filter((name) => name.endsWith(WANTED));
      for (const name of wanted) await this.#answer(name.slice(0, -WANTED.length));
      if (wanted.length === 0) await delay(POLL_MS);
    }
  }

  async #answer(name: string): Promise<void> {
    const file = path.join(this.#folder, name);
    await rm(`${file}${WANTED}`);
    const content = await this.#load(name);
    const position = positionOf(name);
    if (content === null) {
      if (isSegment(name) && !this.#absent.has(position)) this.#absent.set(position, name);
    } else {
      this.#found.add(position);
      await writeFile(`${file}.new`, content, { mode: 0o600 });
      await this.#handOver(`${file}.new`);
      await rename(`${file}.new`, file);
    }
    await writeFile(`${file}.done`, '');
  }

  async #load(name: string): Promise<Buffer | null> {
    if (this.#failure !== undefined || (isSegment(name) && !this.#servesSegments)) return null;
    try {
      const [ahead] = (await this.#ahead.get(name)) ?? [];
      this.#ahead.clear();
      const content = ahead?.status === 'fulfilled' ? ahead.value : await this.#archive.get(name);
      if (content !== null && isSegment(name)) this.#loadAhead(nextSegment(name));
      return content;
    } catch (error) {
      this.#failure = error;
      return null;
    }
  }

  /** Fetches the next segment while PostgreSQL replays one. */
  #loadAhead(name: string): void {
    this.#ahead.set(name, Promise.allSettled([this.#archive.get(name)]));
  }

  async #handOver(file: string): Promise<void> {
    if (this.#user !== null) await chown(file, this.#user.uid, this.#user.gid);
  }
}
