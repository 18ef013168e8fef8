import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

const FOLDER = path.join(import.meta.dirname, 'backups');

/** Where the backup of a version is kept: uncompressed, packed with zstd as a whole. */
export const fixtureOf = (version: string): string => path.join(FOLDER, `${version}.backup.zst`);

/** The versions of which a backup is kept. */
export async function fixtureVersions(): Promise<string[]> {
  return (await readdir(FOLDER)).map((name) => name.replace('.backup.zst', '')).sort();
}

/** Puts the backup of a version into a file, as npm run backup wrote it. */
export async function unpackFixture(version: string, file: string): Promise<void> {
  await pipeline(createReadStream(fixtureOf(version)), createZstdDecompress(), createWriteStream(file));
}
