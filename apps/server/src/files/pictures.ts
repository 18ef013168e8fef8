import { AppError } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore, StoredFile } from '../ports/files.ts';
import { keepFile, noteGarbage } from './garbage.ts';
import { type AddressQuery, type PictureAddresses, pictureKey } from './picture-address.ts';

/** What pictures are made of. */
export interface PictureParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly addresses: PictureAddresses;
  /** True when other programs write pictures into the store, so that it alone knows which there are. */
  readonly isStoreShared: boolean;
}

/** A picture to be served. */
export interface ServedPicture {
  /** For how long whoever asked may keep it. */
  readonly remainingMs: number;
  /** Opens it; asked for only when it is needed. */
  open(): Promise<StoredFile>;
  /** Null when it is gone. */
  etag(): Promise<string | null>;
}

/** Profile pictures of accounts: `profile_pictures/{firebaseId}.png` in the file store. */
export class Pictures {
  /** True when only the store knows who has a picture. */
  readonly isStoreShared: boolean;
  readonly #parts: PictureParts;

  constructor(parts: PictureParts) {
    this.#parts = parts;
    this.isStoreShared = parts.isStoreShared;
  }

  /**
   * Address on this server under which everybody who has it sees the picture, for 10 to 15 minutes; null when there is none.
   * `expiresAt` in milliseconds since 1970.
   * @throws AppError `service.unavailable`
   */
  async address(firebaseId: string): Promise<{ readonly url: string; readonly expiresAt: number } | null> {
    const key = pictureKey(firebaseId);
    if (key === null || !(await this.#isThere(firebaseId, key))) return null;
    const facts = await this.#parts.store.stat(key);
    if (facts === null) return null;
    return this.#parts.addresses.make(key, facts.etag, this.#parts.clock.now());
  }

  /** The picture that an address leads to; null for an address that is over, forged or wrong. */
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

  /**
   * Puts a picture in its place, before the caller's transaction commits the record that points to it. The note about it is committed first, on a
   * connection of its own: should the transaction fail after the file was written, the file is swept an hour later.
   * @throws AppError `field.invalid` for an id that cannot name a file
   */
  async put(trx: Kysely<Database>, firebaseId: string, content: Buffer): Promise<void> {
    const key = pictureKey(firebaseId);
    if (key === null) throw new AppError('field.invalid', { message: 'This Firebase id cannot have a picture.' });
    await noteGarbage(this.#parts.db, key, sql<Date>`now() + interval '1 hour'`);
    await this.#parts.store.write(key, content);
    await keepFile(trx, key);
  }

  /** Takes a picture away as soon as the caller's transaction has committed; the file itself goes with the next sweep. */
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
