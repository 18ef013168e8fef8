import path from 'node:path';
import { AppError } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import { errorCodeOf } from '../db/error-code.ts';
import type { ServerSecrets } from '../db/server-secret.ts';
import { StartupError } from '../db/startup-error.ts';
import type { FileServices } from '../files/file-services.ts';
import type { Clock } from '../ports/clock.ts';
import type { FileStore } from '../ports/files.ts';
import type { ProcessParts } from './process.ts';

/** The configured file store and its services. */
export interface FileParts {
  readonly services: FileServices;
  readonly store: FileStore;
  /** Health of an external store, for `/readyz?deep`. */
  readonly neighbours: () => Promise<Readonly<Record<string, true | string>>>;
}

/** Opens the file store: disk, S3-compatible or Firebase Storage. */
export async function composeFiles(
  config: Config,
  db: Kysely<Database>,
  secrets: ServerSecrets,
  { clock, disk }: Pick<ProcessParts, 'clock' | 'disk'>,
): Promise<FileParts> {
  const { createFileServices } = await import('../files/file-services.ts');
  const { normalisePicture } = await import('../adapters/sharp/sharp.pictures.ts');
  const store = await openStore(config, clock, disk);
  const isEmbedded = config.files === 'embedded';
  return {
    store,
    services: createFileServices({ db, secrets, store, clock, isStoreShared: !isEmbedded, normalisePicture }),
    neighbours: async () => (isEmbedded ? {} : { files: await answers(store) }),
  };
}

/** The store alone; failed writes to the disk are reported to `disk`. */
export async function openStore(
  config: Config,
  clock: Clock,
  disk: Pick<ProcessParts['disk'], 'noteFile'>,
): Promise<FileStore> {
  switch (config.files) {
    case 'embedded': {
      const { openDiskFiles } = await import('../embedded/files/disk.files.ts');
      return openDiskFiles(path.join(config.dataDir, 'files'), (error) => disk.noteFile(error));
    }
    case 's3': {
      const { createS3Files } = await import('../adapters/s3/s3.files.ts');
      return createS3Files({ ...config.s3, bucket: config.s3.bucket ?? '' });
    }
    case 'firebase': {
      const { createFirebaseFiles } = await import('../adapters/firebase/storage.files.ts');
      const { parseServiceAccount } = await import('../adapters/firebase/service-account.ts');
      const serviceAccount = parseServiceAccount(config.firebase.serviceAccount ?? '');
      if (serviceAccount === null) {
        throw new StartupError(
          "FIREBASE_SERVICE_ACCOUNT must be the JSON of a service account's key file, because FILES is firebase.",
        );
      }
      return createFirebaseFiles({ bucket: config.firebase.storageBucket ?? '', serviceAccount, clock });
    }
  }
}

async function answers(store: FileStore): Promise<true | string> {
  try {
    // The metadata of a missing file would not show a missing bucket.
    (await store.read('profile_pictures/none.png')).content.destroy();
    return true;
  } catch (error) {
    return error instanceof AppError && error.code === 'record.not-found' ? true : storeProblem(error);
  }
}

/** A sentence about a failed call, with the name of its cause: never an address or a key. */
export function storeProblem(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = errorCodeOf(cause) ?? (cause instanceof Error ? cause.name : 'unknown');
  return `The file store can't be used (${name}): check its settings, the bucket's name and the rights of the key`;
}
