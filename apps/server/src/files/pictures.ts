import { AppError } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore, StoredFile } from '../ports/files.ts';
import { isFileKept, noteGarbage, putFile } from './garbage.ts';
import { type AddressQuery, type PictureAddresses, pictureKey } from './picture-address.ts';

/** Dependencies of `Pictures`. */
export interface PictureParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly addresses: PictureAddresses;
  /** True if other programs write pictures into the store, which then decides who has one. */
  readonly isStoreShared: boolean;
}

/** A picture to serve. */
export interface ServedPicture {
  /** How long the client may cache it, in milliseconds. */
  readonly remainingMs: number;
  /** True if shared caches may keep it too. */
  readonly isPublic?: true;
  /** Opens the file; called only when needed. */
  open(): Promise<StoredFile>;
  /** Null if the file is gone. */
  etag(): Promise<string | null>;
}

/** Profile pictures of accounts: `profile_pictures/{firebaseId}.png` in the file store. */
export class Pictures {
  /** True if the store, not the database, decides who has a picture. */
  readonly isStoreShared: boolean;
  readonly #parts: PictureParts;

  constructor(parts: PictureParts) {
    this.#parts = parts;
    this.isStoreShared = parts.isStoreShared;
  }

  /**
   * Signed URL of the picture on this server, valid for 10 to 15 minutes; null if there is no picture. `expiresAt` is
   * in milliseconds since 1970.
   * @throws AppError `service.unavailable`
   */
  async address(firebaseId: string): Promise<{ readonly url: string; readonly expiresAt: number } | null> {
    const key = pictureKey(firebaseId);
    if (key === null || !(await this.#isThere(firebaseId, key))) return null;
    const facts = await this.#parts.store.stat(key);
    if (facts === null) return null;
    return this.#parts.addresses.make(key, facts.etag, this.#parts.clock.now());
  }

  /** The picture at a signed URL; null if the URL is expired, forged or wrong. */
  serve(firebaseId: string, query: AddressQuery): ServedPicture | null {
    const key = pictureKey(firebaseId);
    if (key === null) return null;
    const remainingMs = this.#parts.addresses.remainingMs(key, query, this.#parts.clock.now());
    if (remainingMs === 0) return null;
    const { store } = this.#parts;
    return {
      remainingMs,
      open: () => store.read(key),
      etag: async () => (await store.stat(key))?.etag ?? null,
    };
  }

  /** Stores a picture, see `putFile`. @throws AppError `field.invalid` for an id that cannot name a file */
  async put(trx: Kysely<Database>, firebaseId: string, content: Buffer): Promise<void> {
    const key = pictureKey(firebaseId);
    if (key === null) throw new AppError('field.invalid', { message: 'This Firebase id cannot have a picture.' });
    await putFile(this.#parts, trx, key, content);
  }

  /** Whether the stored picture is this one. */
  async has(trx: Kysely<Database>, firebaseId: string, content: Buffer): Promise<boolean> {
    const key = pictureKey(firebaseId);
    return key !== null && (await isFileKept(trx, this.#parts.store, key, content));
  }

  /** Removes a picture when the caller's transaction commits; the next sweep deletes the file. */
  async remove(trx: Kysely<Database>, firebaseId: string): Promise<void> {
    const key = pictureKey(firebaseId);
    if (key !== null) await noteGarbage(trx, key, sql<Date>`now()`);
  }

  async #isThere(firebaseId: string, key: string): Promise<boolean> {
    const { rows } = await sql<{ hasPicture: boolean; isGarbage: boolean }>`
      select exists (select from account where firebase_id = ${firebaseId} and has_picture) as "hasPicture",
        exists (select from file_garbage where key = ${key} and due_at <= now()) as "isGarbage"`.execute(
      this.#parts.db,
    );
    const [found] = rows;
    return found !== undefined && !found.isGarbage && (found.hasPicture || this.isStoreShared);
  }
}
