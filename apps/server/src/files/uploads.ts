import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, IMPORT_LIMITS, type Permission, PICTURE_LIMITS, type PublishedFolder } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { requirePermission } from '../graphql/request-context.ts';
import type { FileStore } from '../ports/files.ts';
import type { Caller } from '../ports/identity.ts';
import type { NormalisePicture, PictureSize } from '../ports/pictures.ts';
import { noteGarbage } from './garbage.ts';
import { receive, receiveInto } from './receive.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum unused uploads per person; more indicate a faulty client. */
const WAITING_MAX = 50;
/** Maximum concurrent uploads. Bounds memory: 8 × 10 MB. */
const RECEIVING_MAX = 8;

const PICTURE = { bytesMax: PICTURE_LIMITS.bytesMax, timeoutMs: 120_000 };
const SQUARE: PictureSize = { width: 512, height: 512 };
/** As phones show the picture of a notification. */
const WIDE: PictureSize = { width: 1_024, height: 512 };

/** Permission, size limit and time limit by kind of file, and the folder that pictures of a kind are published in. */
const KINDS = {
  picture: { ...PICTURE, permission: 'account.edit', size: SQUARE },
  badge: { ...PICTURE, permission: 'badge.edit', size: SQUARE },
  giveaway: { ...PICTURE, permission: 'giveaway.edit', size: SQUARE },
  app: { ...PICTURE, permission: 'app.edit', size: SQUARE, folder: 'apps' },
  notification: { ...PICTURE, permission: 'notification.edit', size: WIDE, folder: 'notifications' },
  prize: { ...PICTURE, permission: 'giveaway.edit', size: SQUARE, folder: 'prizes' },
  list: { permission: 'saved-view.use', bytesMax: PICTURE_LIMITS.bytesMax, timeoutMs: 120_000 },
  import: { permission: 'import.use', bytesMax: IMPORT_LIMITS.bytesMax, timeoutMs: 600_000 },
} as const satisfies Record<
  string,
  {
    readonly permission: Permission;
    readonly bytesMax: number;
    readonly timeoutMs: number;
    readonly size?: PictureSize;
    readonly folder?: PublishedFolder;
  }
>;
/** A kind of uploaded file. */
export type UploadKind = keyof typeof KINDS;
/** Pictures are small and re-encoded; other files are stored as received. */
type PictureKind = Exclude<UploadKind, 'import' | 'list'>;
const PUBLISHED = (Object.keys(KINDS) as UploadKind[]).filter((kind) => 'folder' in KINDS[kind]);

/** An incoming file. */
export interface Incoming {
  readonly kind: unknown;
  readonly stream: Readable;
  /** The declared length, if any. */
  readonly length: number | undefined;
}

/** A received file that has not been used yet. */
export interface Upload {
  readonly uploadId: string;
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  /** For pictures only. */
  readonly width?: number;
  readonly height?: number;
  readonly expiresAt: string;
}

/** Dependencies of `Uploads`. */
export interface UploadParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly normalisePicture: NormalisePicture;
}

/** Files uploaded ahead of their use. An upload belongs to its sender for an hour and can be used once. */
export class Uploads {
  readonly #db: Kysely<Database>;
  readonly #store: FileStore;
  readonly #normalisePicture: NormalisePicture;
  #receiving = 0;

  constructor(parts: UploadParts) {
    this.#db = parts.db;
    this.#store = parts.store;
    this.#normalisePicture = parts.normalisePicture;
  }

  /** A picture as it is stored for a kind of record. @throws AppError `field.invalid` on `file` */
  normalised(kind: PictureKind, content: Buffer): Promise<Buffer> {
    return this.#normalisePicture(content, KINDS[kind].size);
  }

  /**
   * Checks, sanitises and stores a file.
   * @throws AppError `access.denied`, `request.malformed`, `request.too-large`, `rate.limited`, `service.unavailable`,
   * `field.invalid` on `file`
   */
  async take(caller: Caller, incoming: Incoming): Promise<Upload> {
    const kind = kindOf(incoming.kind);
    requirePermission(caller, KINDS[kind].permission);
    if (this.#receiving >= RECEIVING_MAX) {
      throw new AppError('service.unavailable', { details: { retryAfterSeconds: 2 } });
    }
    this.#receiving += 1;
    try {
      await this.#checkWaiting(caller);
      if (kind === 'import' || kind === 'list') return await this.#keepStream(caller, kind, incoming);
      const sent = await receive(incoming, KINDS[kind]);
      return await this.#keepPicture(caller, kind, await this.normalised(kind, sent));
    } finally {
      this.#receiving -= 1;
    }
  }

  /**
   * Consumes an upload in the caller's transaction and returns its content.
   * @throws AppError `record.not-found` if the upload was already used or belongs to someone else
   */
  async use(trx: Kysely<Database>, caller: Caller, uploadId: string, kind: PictureKind): Promise<Buffer> {
    await this.#takeOver(trx, caller, uploadId, [kind]);
    return this.#consumed(trx, uploadId);
  }

  /**
   * Consumes an upload like `use`, of a kind that is published.
   * @throws AppError as `use`, and `access.denied` without the permission to edit records of the kind
   */
  async useToPublish(
    trx: Kysely<Database>,
    caller: Caller,
    uploadId: string,
  ): Promise<{ readonly folder: PublishedFolder; readonly content: Buffer }> {
    const { permission, folder } = KINDS[await this.#takeOver(trx, caller, uploadId, PUBLISHED)] as (typeof KINDS)[
      | 'app'
      | 'notification'
      | 'prize'];
    requirePermission(caller, permission);
    return { folder, content: await this.#consumed(trx, uploadId) };
  }

  async #consumed(trx: Kysely<Database>, uploadId: string): Promise<Buffer> {
    const key = keyOf(uploadId);
    await noteGarbage(trx, key, sql<Date>`now()`);
    const { content } = await this.#store.read(key);
    return buffer(content);
  }

  /**
   * Key of the file of an unused upload.
   * @throws AppError `record.not-found` if the upload was already used or belongs to someone else
   */
  async keyFor(caller: Caller, uploadId: string, kind: UploadKind): Promise<string> {
    const found = UUID.test(uploadId)
      ? await this.#db
          .selectFrom('file_upload')
          .select('id')
          .where('id', '=', uploadId)
          .where('owner_sub', '=', caller.sub)
          .where('kind', '=', kind)
          .where('expires_at', '>', sql<Date>`now()`)
          .executeTakeFirst()
      : undefined;
    if (found === undefined) throw uploadNotFound();
    return keyOf(uploadId);
  }

  /** Consumes an upload like `use`, keeps its file until `until` and returns the key. */
  async keep(trx: Kysely<Database>, caller: Caller, uploadId: string, kind: UploadKind, until: Date): Promise<string> {
    await this.#takeOver(trx, caller, uploadId, [kind]);
    const key = keyOf(uploadId);
    await noteGarbage(trx, key, until);
    return key;
  }

  /** Deletes an upload that nothing can use, in a transaction of its own, so that it doesn't count as unused. */
  async discard(caller: Caller, uploadId: string, kind: UploadKind): Promise<void> {
    await this.#db.transaction().execute(async (trx) => {
      await this.#takeOver(trx, caller, uploadId, [kind]);
      await noteGarbage(trx, keyOf(uploadId), sql<Date>`now()`);
    });
  }

  async #takeOver(
    trx: Kysely<Database>,
    caller: Caller,
    uploadId: string,
    kinds: readonly UploadKind[],
  ): Promise<UploadKind> {
    const used = UUID.test(uploadId)
      ? await trx
          .deleteFrom('file_upload')
          .where('id', '=', uploadId)
          .where('owner_sub', '=', caller.sub)
          .where('kind', 'in', kinds)
          .where('expires_at', '>', sql<Date>`now()`)
          .returning('kind')
          .executeTakeFirst()
      : undefined;
    if (used === undefined) throw uploadNotFound();
    return used.kind as UploadKind;
  }

  async #checkWaiting(caller: Caller): Promise<void> {
    const { waiting } = await this.#db
      .selectFrom('file_upload')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('owner_sub', '=', caller.sub)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow();
    if (waiting >= WAITING_MAX) {
      throw new AppError('rate.limited', {
        message: 'Too many unused uploads. Try again later.',
        details: { retryAfterSeconds: 600 },
      });
    }
  }

  /** Recorded before the file is written, so that the sweep knows the file even if the server dies in between. */
  #record(caller: Caller, kind: UploadKind): Promise<{ readonly id: string; readonly expires_at: Date }> {
    return inTransaction(this.#db, async (trx) => {
      const row = await trx
        .insertInto('file_upload')
        .values({ owner_sub: caller.sub, kind, expires_at: sql<Date>`now() + interval '1 hour'` })
        .returning(['id', 'expires_at'])
        .executeTakeFirstOrThrow();
      await noteGarbage(trx, keyOf(row.id), row.expires_at);
      return row;
    });
  }

  async #keepStream(caller: Caller, kind: UploadKind, incoming: Incoming): Promise<Upload> {
    const { id, expires_at } = await this.#record(caller, kind);
    const sizeBytes = await receiveInto(incoming, KINDS[kind], (content) => this.#store.write(keyOf(id), content));
    return { uploadId: id, kind, sizeBytes, expiresAt: expires_at.toISOString() };
  }

  async #keepPicture(caller: Caller, kind: PictureKind, content: Buffer): Promise<Upload> {
    const { id, expires_at } = await this.#record(caller, kind);
    await this.#store.write(keyOf(id), content);
    return {
      uploadId: id,
      kind,
      sizeBytes: content.length,
      ...KINDS[kind].size,
      expiresAt: expires_at.toISOString(),
    };
  }
}

function keyOf(uploadId: string): string {
  return `uploads/${uploadId}`;
}

function kindOf(kind: unknown): UploadKind {
  if (typeof kind === 'string' && Object.hasOwn(KINDS, kind)) return kind as UploadKind;
  throw new AppError('request.malformed', { message: `kind must be one of: ${Object.keys(KINDS)}.` });
}

/** The same error for an upload that is unknown, expired, used or someone else's. */
function uploadNotFound(): AppError {
  return new AppError('record.not-found', { message: 'Upload not found. Send the file again.' });
}
