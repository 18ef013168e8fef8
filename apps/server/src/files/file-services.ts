import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { ServerSecrets } from '../db/server-secret.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/files.ts';
import type { NormalisePicture } from '../ports/pictures.ts';
import { noteGarbage, sweepGarbage } from './garbage.ts';
import { PictureAddresses } from './picture-address.ts';
import { Pictures } from './pictures.ts';
import { RecordImages } from './record-images.ts';
import { Uploads } from './uploads.ts';

/** File operations for the rest of the server. */
export interface FileServices {
  readonly pictures: Pictures;
  readonly badgeImages: RecordImages;
  readonly giveawayImages: RecordImages;
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
    uploads: new Uploads(parts),
    store: parts.store,
    noteGarbage: (key, dueAt) => noteGarbage(parts.db, key, dueAt),
    sweep: (trx) => sweepGarbage(trx, parts.store),
  };
}
