import type { Config } from '../config.ts';
import type { FileStore } from '../ports/files.ts';

/** The file store of WAL_ARCHIVE; null if it is not set. */
export async function openWalStore({ walArchive, s3 }: Pick<Config, 'walArchive' | 's3'>): Promise<FileStore | null> {
  if (walArchive === null) return null;
  if (walArchive.bucket === null) {
    const { openDiskFiles } = await import('../embedded/files/disk.files.ts');
    return openDiskFiles(walArchive.place);
  }
  const { createS3Files } = await import('../adapters/s3/s3.files.ts');
  return belowPrefix(createS3Files({ ...s3, bucket: walArchive.bucket }), walArchive.prefix);
}

function belowPrefix(store: FileStore, prefix: string): FileStore {
  if (prefix === '') return store;
  const keyOf = (key: string): string => `${prefix}/${key}`;
  return {
    write: (key, content) => store.write(keyOf(key), content),
    read: (key, range) => store.read(keyOf(key), range),
    stat: (key) => store.stat(keyOf(key)),
    remove: (key) => store.remove(keyOf(key)),
    close: () => store.close(),
  };
}
