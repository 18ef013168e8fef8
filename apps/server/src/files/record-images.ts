import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileStore, isFileKey } from '../ports/files.ts';
import { keepFile, noteGarbage } from './garbage.ts';
import type { AddressQuery, PictureAddresses } from './picture-address.ts';
import type { ServedPicture } from './pictures.ts';

/** What pictures of records are made of. */
export interface RecordImageParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly addresses: PictureAddresses;
}

/** Part of an address that tells contents apart; another picture of a record has another key anyway. */
const VERSION = '1';

/** Pictures of a kind of record: `{folder}/{name}.png` in the file store, each under a key of its own that is never written again. */
export class RecordImages {
  readonly #parts: RecordImageParts;
  readonly #folder: 'badges' | 'giveaways';

  constructor(parts: RecordImageParts, folder: 'badges' | 'giveaways') {
    this.#parts = parts;
    this.#folder = folder;
  }

  /** Key for a picture that was sent as an upload. */
  newPath(uploadId: string): string {
    return `${this.#folder}/${uploadId}.png`;
  }

  /** Address on this server under which everybody who has it sees the picture, for 10 to 15 minutes. */
  address(path: string): string {
    return this.#parts.addresses.make(path, VERSION, this.#parts.clock.now()).url;
  }

  /** The picture that an address leads to; null for an address that is over, forged or wrong. */
  serve(name: string, query: AddressQuery): ServedPicture | null {
    const key = `${this.#folder}/${name}.png`;
    const remainingMs = isFileKey(key) ? this.#parts.addresses.remainingMs(key, query, this.#parts.clock.now()) : 0;
    if (remainingMs === 0) return null;
    const { store } = this.#parts;
    return { remainingMs, open: () => store.read(key), etag: async () => (await store.stat(key))?.etag ?? null };
  }

  /** Puts a picture in its place before the caller's transaction commits; should it fail after that, the file is swept an hour later. */
  async put(trx: Kysely<Database>, path: string, content: Buffer): Promise<void> {
    await noteGarbage(this.#parts.db, path, sql<Date>`now() + interval '1 hour'`);
    await this.#parts.store.write(path, content);
    await keepFile(trx, path);
  }

  /** Takes a picture away once the caller's transaction has committed. */
  async remove(trx: Kysely<Database>, path: string): Promise<void> {
    await noteGarbage(trx, path, sql<Date>`now()`);
  }
}
