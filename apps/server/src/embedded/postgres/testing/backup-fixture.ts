import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

const FOLDER = path.join(import.meta.dirname, 'backups');

/** Path of a version's backup: uncompressed, then packed with zstd as a whole. */
export const fixtureOf = (version: string): string => path.join(FOLDER, `${version}.backup.zst`);

/** Versions with a stored backup. */
export async function fixtureVersions(): Promise<string[]> {
  return (await readdir(FOLDER)).map((name) => name.replace('.backup.zst', '')).sort();
}

/** Unpacks a version's backup into the file as npm run backup wrote it. */
export async function unpackFixture(version: string, file: string): Promise<void> {
  await pipeline(createReadStream(fixtureOf(version)), createZstdDecompress(), createWriteStream(file));
}
