import type { PublishedFolder } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ServerSecrets } from '../db/server-secret.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import { type FileStore, isFileKey } from '../ports/files.ts';
import type { NormalisePicture } from '../ports/pictures.ts';
import { isFileKept, isFileThere, noteGarbage, noteWaiting, putFile, sweepGarbage } from './garbage.ts';
import { type AddressQuery, PictureAddresses } from './picture-address.ts';
import { Pictures, type ServedPicture } from './pictures.ts';
import { Uploads } from './uploads.ts';

/** Dependencies of `RecordImages`. */
interface RecordImageParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly addresses: PictureAddresses;
}

/** Constant, because a new picture always gets a new key. */
const VERSION = '1';

/** Pictures of one kind of record: `{folder}/{name}.png` in the file store. Each key is written once. */
class RecordImages {
  readonly #parts: RecordImageParts;
  readonly #folder: 'badges' | 'giveaways';

  constructor(parts: RecordImageParts, folder: 'badges' | 'giveaways') {
    this.#parts = parts;
    this.#folder = folder;
  }

  /** Key for an uploaded picture. */
  newPath(uploadId: string): string {
    return `${this.#folder}/${uploadId}.png`;
  }

  /** Signed URL of the picture on this server, valid for 10 to 15 minutes. */
  address(path: string): string {
    return this.#parts.addresses.make(path, VERSION, this.#parts.clock.now()).url;
  }

  /** The picture at a signed URL; null if the URL is expired, forged or wrong. */
  serve(name: string, query: AddressQuery): ServedPicture | null {
    const key = `${this.#folder}/${name}.png`;
    const remainingMs = isFileKey(key) ? this.#parts.addresses.remainingMs(key, query, this.#parts.clock.now()) : 0;
    if (remainingMs === 0) return null;
    const { store } = this.#parts;
    return { remainingMs, open: () => store.read(key), etag: async () => (await store.stat(key))?.etag ?? null };
  }

  /** Stores a picture, see `putFile`. */
  put(trx: Kysely<Database>, path: string, content: Buffer): Promise<void> {
    return putFile(this.#parts, trx, path, content);
  }

  /** Whether the stored picture is this one. */
  has(trx: Kysely<Database>, path: string, content: Buffer): Promise<boolean> {
    return isFileKept(trx, this.#parts.store, path, content);
  }

  /** Called before another record refers to a picture; false if there is no such picture any more. */
  isThere(trx: Kysely<Database>, path: string): Promise<boolean> {
    return isFileThere(trx, this.#parts.store, path);
  }

  /** Removes a picture when the caller's transaction commits, unless another record has it. */
  async remove(trx: Kysely<Database>, path: string): Promise<void> {
    await noteGarbage(trx, path, sql<Date>`now()`);
  }
}

/** File operations for the rest of the server. */
export interface FileServices {
  readonly pictures: Pictures;
  readonly badgeImages: RecordImages;
  readonly giveawayImages: RecordImages;
  readonly publishedPictures: PublishedPictures;
  readonly uploads: Uploads;
  /** The store that holds uploaded files. */
  readonly store: Pick<FileStore, 'read'>;
  /** Marks a file as unowned from `dueAt` on; it is then removed. */
  noteGarbage(key: string, dueAt: Date): Promise<void>;
  /** Removes a batch of unowned files; true if more may be left. Called by housekeeping. */
  sweep(trx: DatabaseTransaction): Promise<boolean>;
}

/** Creates picture and upload services on a file store. URLs are signed with a key that all server processes share. */
export function createFileServices(parts: {
  readonly db: Kysely<Database>;
  readonly secrets: ServerSecrets;
  readonly store: FileStore;
  readonly clock: Clock;
  readonly isStoreShared: boolean;
  readonly normalisePicture: NormalisePicture;
}): FileServices {
  const addresses = new PictureAddresses(parts.secrets.of('picture-key'));
  return {
    pictures: new Pictures({ ...parts, addresses }),
    badgeImages: new RecordImages({ ...parts, addresses }, 'badges'),
    giveawayImages: new RecordImages({ ...parts, addresses }, 'giveaways'),
    publishedPictures: new PublishedPictures(parts),
    uploads: new Uploads(parts),
    store: parts.store,
    noteGarbage: (key, dueAt) => noteGarbage(parts.db, key, dueAt),
    sweep: (trx) => sweepGarbage(trx, parts.store),
  };
}

/** A year, in milliseconds: a key is written once. */
const FOREVER_MS = 31_536_000_000;
const ROOT = '/files/';

/** Pictures of apps, notifications and prizes: `{folder}/{name}.png`. Anyone may load them; their names can't be guessed. */
class PublishedPictures {
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
