import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type FileDigest, FileDigester } from './backup-manifest.ts';
import type { CopiedPart } from './cluster-copy.ts';

/** Any part size, at a compression speed that keeps up with a disk. */
const OPTIONS = { mode: 0o100600, forceZip64Format: true, compressionLevel: 1 };
/** Start of the archive comment, before the digest of all preceding bytes. */
export const SEAL = 'backcounter-backup 2 sha256 ';
/** Length of the digest, the last bytes of the file. */
export const SEAL_DIGEST_BYTES = 64;

/**
 * Writes parts in sequence into a ZIP archive readable only by this user. Its last bytes are the SHA-256 of all
 * preceding ones. The file gets its name once it is complete and synced.
 *
 * @param manifestOf creates the last part from the digests of the others
 * @returns the total size of the parts in bytes
 */
export async function writeArchive(
  file: string,
  parts: AsyncIterable<CopiedPart>,
  manifestOf: (files: readonly FileDigest[]) => CopiedPart,
  compressionLevel = OPTIONS.compressionLevel,
): Promise<number> {
  const partial = `${file}.partial`;
  const zip = new ZipFile();
  const add = async ({ name, content }: CopiedPart): Promise<FileDigest | null> => {
    if (content === null) {
      zip.addEmptyDirectory(name, { mode: 0o40700 });
      return null;
    }
    const stream = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content;
    const digester = new FileDigester();
    stream.on('data', (chunk: Buffer) => digester.update(chunk));
    stream.pause();
    zip.addReadStream(stream, name, { ...OPTIONS, compressionLevel });
    await finished(stream);
    return digester.digest(name);
  };
  const addAll = async (): Promise<number> => {
    const files: FileDigest[] = [];
    for await (const part of parts) {
      const added = await add(part);
      if (added !== null) files.push(added);
    }
    await add(manifestOf(files));
    zip.end({ forceZip64Format: true, comment: SEAL + '0'.repeat(SEAL_DIGEST_BYTES) });
    return files.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  try {
    const target = createWriteStream(partial, { mode: 0o600, flush: true });
    const written = pipeline(zip.outputStream, sealing(), target);
    const [bytes] = await Promise.all([addAll(), written]);
    await rename(partial, file);
    return bytes;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Replaces the last bytes by the digest of everything before them. */
function sealing(): Transform {
  const hash = createHash('sha256');
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const all = Buffer.concat([held, chunk]);
      const ready = all.subarray(0, Math.max(0, all.length - SEAL_DIGEST_BYTES));
      held = all.subarray(ready.length);
      hash.update(ready);
      done(null, ready);
    },
    flush(done) {
      done(null, hash.digest('hex'));
    },
  });
}
