import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import type { CopiedPart } from './cluster-copy.ts';

/** Parts of any size, at a speed that a disk keeps up with. */
const OPTIONS = { mode: 0o100600, forceZip64Format: true, compressionLevel: 1 };

/**
 * Writes parts into a ZIP archive that only this user may read, each before the next is asked for. There under its name once it is complete.
 *
 * @returns the size of the parts in bytes.
 */
export async function writeArchive(file: string, parts: AsyncIterable<CopiedPart>): Promise<number> {
  const partial = `${file}.partial`;
  const zip = new ZipFile();
  const add = async (): Promise<number> => {
    let bytes = 0;
    for await (const { name, content } of parts) {
      if (content === null) {
        zip.addEmptyDirectory(name, { mode: 0o40700 });
        continue;
      }
      const stream = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      stream.pause();
      zip.addReadStream(stream, name, OPTIONS);
      await finished(stream);
    }
    zip.end();
    return bytes;
  };
  try {
    const written = pipeline(zip.outputStream, createWriteStream(partial, { mode: 0o600 }));
    const [bytes] = await Promise.all([add(), written]);
    await rename(partial, file);
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Unpacks what an archive has below a prefix into a new folder; names that lead out of it are refused. */
export async function unpackArchive(file: string, prefix: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false });
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.startsWith(prefix)) continue;
      const target = path.join(folder, entry.fileName.slice(prefix.length));
      await mkdir(entry.fileName.endsWith('/') ? target : path.dirname(target), { recursive: true, mode: 0o700 });
      if (entry.fileName.endsWith('/')) continue;
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target, { mode: 0o600 }));
    }
  } finally {
    zip.close();
  }
}

/** The text of a part; null where the file is no archive, or has no such part. */
export async function textInArchive(file: string, name: string): Promise<string | null> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: Error) => {
    // What the reader says of a file that is no archive has no code; the system's errors have.
    if ('code' in error) throw error;
    return null;
  });
  if (zip === null) return null;
  try {
    for await (const entry of zip.eachEntry())
      if (entry.fileName === name) return await text(await zip.openReadStreamPromise(entry));
    return null;
  } finally {
    zip.close();
  }
}
