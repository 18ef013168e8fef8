import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, IMPORT_LIMITS, type Permission, PICTURE_LIMITS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { requirePermission } from '../graphql/request-context.ts';
import type { FileStore } from '../ports/files.ts';
import type { Caller } from '../ports/identity.ts';
import { type NormalisePicture, PICTURE_EDGE } from '../ports/pictures.ts';
import { noteGarbage } from './garbage.ts';
import { receive, receiveInto } from './receive.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Files of one person that wait to be used; more are a mistake of a program. */
const WAITING_MAX = 50;
/** Files that are received at once, so that memory stays bounded: eight times ten megabytes. */
const RECEIVING_MAX = 8;

/** What kinds of files may be sent: who may, how large they are, and how long they may take. */
const KINDS = {
  picture: { permission: 'account.edit', bytesMax: PICTURE_LIMITS.bytesMax, timeoutMs: 120_000 },
  badge: { permission: 'badge.edit', bytesMax: PICTURE_LIMITS.bytesMax, timeoutMs: 120_000 },
  giveaway: { permission: 'giveaway.edit', bytesMax: PICTURE_LIMITS.bytesMax, timeoutMs: 120_000 },
  import: { permission: 'import.use', bytesMax: IMPORT_LIMITS.bytesMax, timeoutMs: 600_000 },
} as const satisfies Record<
  string,
  {
    readonly permission: Permission;
    readonly bytesMax: number;
    readonly timeoutMs: number;
  }
>;
/** A kind of file that people send. */
export type UploadKind = keyof typeof KINDS;
/** Pictures are small and made anew; other files are kept as they come. */
type PictureKind = Exclude<UploadKind, 'import'>;

/** A file as it comes in. */
export interface Incoming {
  readonly kind: unknown;
  readonly stream: Readable;
  /** As declared; undefined when it isn't. */
  readonly length: number | undefined;
}

/** A file that was taken and waits to be used. */
export interface Upload {
  readonly uploadId: string;
  readonly kind: UploadKind;
  readonly sizeBytes: number;
  /** Of a picture. */
  readonly width?: number;
  readonly height?: number;
  readonly expiresAt: string;
}

/** What uploads are made of. */
export interface UploadParts {
  readonly db: Kysely<Database>;
  readonly store: FileStore;
  readonly normalisePicture: NormalisePicture;
}

/** Files that people send before they say what for. Each belongs to its sender for an hour and can be used once. */
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

  /**
   * Checks a file, makes it safe and keeps it.
   * @throws AppError `access.denied`, `request.malformed`, `request.too-large`, `rate.limited`, `service.unavailable`, `field.invalid` on `file`
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
      if (kind === 'import') return await this.#keepStream(caller, kind, incoming);
      const sent = await receive(incoming, KINDS[kind]);
      return await this.#keepPicture(caller, kind, await this.#normalisePicture(sent));
    } finally {
      this.#receiving -= 1;
    }
  }

  /**
   * Content of a file that its owner now uses up; part of the caller's transaction. Whoever comes second, as well as anybody else,
   * gets `record.not-found`.
   */
  async use(trx: Kysely<Database>, caller: Caller, uploadId: string, kind: PictureKind): Promise<Buffer> {
    const key = await this.#takeOver(trx, caller, uploadId, kind);
    await noteGarbage(trx, key, sql<Date>`now()`);
    const { content } = await this.#store.read(key);
    return buffer(content);
  }

  /**
   * Key of a file that its owner now uses and that is kept until an instant; otherwise as `use`.
   */
  async keep(trx: Kysely<Database>, caller: Caller, uploadId: string, kind: UploadKind, until: Date): Promise<string> {
    const key = await this.#takeOver(trx, caller, uploadId, kind);
    await noteGarbage(trx, key, until);
    return key;
  }

  async #takeOver(trx: Kysely<Database>, caller: Caller, uploadId: string, kind: UploadKind): Promise<string> {
    const used = UUID.test(uploadId)
      ? await trx
          .deleteFrom('file_upload')
          .where('id', '=', uploadId)
          .where('owner_sub', '=', caller.sub)
          .where('kind', '=', kind)
          .where('expires_at', '>', sql<Date>`now()`)
          .executeTakeFirst()
      : undefined;
    if (used?.numDeletedRows !== 1n) throw uploadNotFound();
    return keyOf(uploadId);
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
        message: 'Too many files wait to be used. Try again later.',
        details: { retryAfterSeconds: 600 },
      });
    }
  }

  /** The record comes first: a server that dies in between leaves nothing that the sweep doesn't know of. */
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
      width: PICTURE_EDGE,
      height: PICTURE_EDGE,
      expiresAt: expires_at.toISOString(),
    };
  }
}

function keyOf(uploadId: string): string {
  return `uploads/${uploadId}`;
}

function kindOf(kind: unknown): UploadKind {
  if (typeof kind === 'string' && Object.hasOwn(KINDS, kind)) return kind as UploadKind;
  throw new AppError('request.malformed', { message: `The kind of a file must be one of: ${Object.keys(KINDS)}.` });
}

/** The one answer for an upload that never was, is over, was used or is somebody else's. */
function uploadNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such upload. Send the file again.' });
}
