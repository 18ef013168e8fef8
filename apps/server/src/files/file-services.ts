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

/** What the rest of the server does with files. */
export interface FileServices {
  readonly pictures: Pictures;
  readonly badgeImages: RecordImages;
  readonly giveawayImages: RecordImages;
  readonly uploads: Uploads;
  /** Where files are that were sent. */
  readonly store: Pick<FileStore, 'read'>;
  /** Notes that a file belongs to nobody from an instant on, so that it is removed then. */
  noteGarbage(key: string, dueAt: Date): Promise<void>;
  /** Removes a batch of files that belong to nobody; true when more may be left. For housekeeping. */
  sweep(trx: DatabaseTransaction): Promise<boolean>;
}

/** Pictures and uploads on a file store; addresses are signed with a key that all copies of the server share. */
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
