import type { PublishedFolder } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { type FileStore, isFileKey } from '../ports/files.ts';
import { isFileThere, noteGarbage, noteWaiting } from './garbage.ts';
import type { ServedPicture } from './pictures.ts';

/** A year, in milliseconds: a key is written once. */
const FOREVER_MS = 31_536_000_000;
const ROOT = '/files/';

/** Pictures of notifications and prizes: `{folder}/{name}.png`. Anyone may load them; their names can't be guessed. */
export class PublishedPictures {
  readonly #parts: { readonly db: Kysely<Database>; readonly store: FileStore };

  constructor(parts: { readonly db: Kysely<Database>; readonly store: FileStore }) {
    this.#parts = parts;
  }

  /** Stores a picture, for the path that is returned. It is swept once no record has used it for 30 days. */
  async publish(folder: PublishedFolder, name: string, content: Buffer): Promise<string> {
    const key = `${folder}/${name}.png`;
    await noteWaiting(this.#parts.db, key);
    await this.#parts.store.write(key, content);
    return `${ROOT}${key}`;
  }

  /** Called before a record refers to a path; false if there is no such picture any more. */
  isThere(trx: Kysely<Database>, path: string): Promise<boolean> {
    return isFileThere(trx, this.#parts.store, path.slice(ROOT.length));
  }

  /** Called when a record no longer refers to a path; others may. */
  async leave(trx: Kysely<Database>, path: string): Promise<void> {
    await noteGarbage(trx, path.slice(ROOT.length), sql<Date>`now()`);
  }

  /** The picture of a name; null for a name that can't be one. */
  serve(folder: PublishedFolder, name: string): ServedPicture | null {
    const key = `${folder}/${name}.png`;
    if (!isFileKey(key)) return null;
    const { store } = this.#parts;
    return {
      isPublic: true,
      remainingMs: FOREVER_MS,
      open: () => store.read(key),
      etag: async () => (await store.stat(key))?.etag ?? null,
    };
  }
}
