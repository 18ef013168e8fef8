import { type FileHandle, open, stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { errorCodeOf } from '../../../db/error-code.ts';
import { StartupError } from '../../../db/startup-error.ts';
import {
  type Archive,
  ArchiveFault,
  type ArchivePart,
  isUnpackingError,
  openArchive,
  type PartReceiver,
} from './archive-reader.ts';
import {
  ABOUT,
  type BackupManifest,
  BLOCK_BYTES,
  type FileDigest,
  FileDigester,
  FORMAT_VERSION,
  MANIFEST,
  readAbout,
  readManifestText,
} from './backup-manifest.ts';

const ABOUT_BYTES_MAX = 64 * 1024;
/** Enough for two million files, and fits into one string. */
const MANIFEST_BYTES_MAX = 400_000_000;
const ROOMS = ['postgres/', 'data/'];

/** Content of a backup. */
export interface BackupContent {
  /** Format 1 was written by version 0.1.0; it has no digests except the CRC-32 of each file in the ZIP. */
  readonly format: number;
  readonly postgresMajor: number;
  /** Null in format 1. */
  readonly manifest: BackupManifest | null;
  readonly files: number;
  /** Total size of the files before compression. */
  readonly bytes: number;
}

/**
 * Reads a whole backup once, without a database, and verifies every byte against its digests. These detect damage, not
 * forgery.
 *
 * @throws StartupError that says what is wrong and where: a changed byte, a missing end, or not a backup of Backcounter
 */
export function verifyBackup(file: string): Promise<BackupContent> {
  return readBackup(file, async (_part, content) => {
    for await (const _chunk of content);
  });
}

/**
 * Verifies a backup like {@link verifyBackup}, passing on each part of the database (`postgres/…`) and the data folder
 * (`data/…`). The parts are valid as a whole only once it resolves.
 */
export async function readBackup(file: string, receive: PartReceiver): Promise<BackupContent> {
  const archive = await openBackup(file);
  try {
    return await readOpened(archive, receive);
  } catch (error) {
    if (error instanceof ArchiveFault) throw await refusal(file, error, archive.isSealed);
    throw error;
  } finally {
    await archive.close();
  }
}

async function openBackup(file: string): Promise<Archive> {
  try {
    return await openArchive(file);
  } catch (error) {
    if (error instanceof ArchiveFault) throw await refusal(file, error, false);
    throw new StartupError(`The file ${file} cannot be read (${errorCodeOf(error)}).`, { cause: error });
  }
}

/** A file without any mark of a backup is not one; with a mark it is a damaged backup. */
async function refusal(file: string, cause: ArchiveFault, isSealed: boolean): Promise<StartupError> {
  if (!isSealed && !(await startsWith(file, ABOUT)))
    return new StartupError(`The file ${file} is not a backup of Backcounter.`, { cause });
  if (cause instanceof NewerFormat) return new StartupError(`The backup ${file} ${cause.message}.`, { cause });
  const where = cause.isAtEnd ? await remains(file) : '';
  return new StartupError(`The backup ${file} is damaged: ${cause.message}${where}. Use another backup.`, { cause });
}

async function remains(file: string): Promise<string> {
  const { size } = await stat(file);
  const last = await lastHeaderIn(file, (name) => [ABOUT, MANIFEST].includes(name) || isInRoom(name));
  return `; it ends after ${size} bytes, and the last file that starts in it is ${last}`;
}

class NewerFormat extends ArchiveFault {}

const isInRoom = (name: string): boolean => ROOMS.some((room) => name.startsWith(room));

async function readOpened(archive: Archive, receive: PartReceiver): Promise<BackupContent> {
  const about = readAbout(await archive.text(ABOUT, ABOUT_BYTES_MAX));
  if (about === null) throw new ArchiveFault(`its ${ABOUT} does not describe a backup`);
  if (about.version > FORMAT_VERSION)
    throw new NewerFormat(`was written by Backcounter ${about.product ?? '(newer)'}; use that version or a later one`);
  if (archive.isSealed !== about.version > 1) throw new ArchiveFault('its end has no digest of the file');
  for (const { name } of archive.parts)
    if (name !== ABOUT && name !== MANIFEST && !isInRoom(name))
      throw new ArchiveFault(`it contains ${name}, which does not belong in a backup`);
  const files = archive.parts.filter(({ isFolder, name }) => !isFolder && name !== MANIFEST);
  const manifest = archive.isSealed ? await manifestOf(archive, files) : null;
  const expected = new Map(manifest?.files.map((each) => [each.name, each]));
  const isIntact = await archive.read(async (part, content) => {
    const checked = part.isFolder ? content : check(part, content, expected.get(part.name) ?? null);
    if (isInRoom(part.name)) await receive(part, checked);
    else for await (const _chunk of checked);
  });
  if (manifest !== null && !isIntact)
    throw new ArchiveFault(
      'its files are intact, but bytes between them have changed (headers, padding, directory, manifest or final digest)',
    );
  const bytes = files.reduce((sum, part) => sum + part.bytes, 0);
  return { format: about.version, postgresMajor: about.postgres, manifest, files: files.length, bytes };
}

/** The manifest, after checking that it lists the same files as the directory. */
async function manifestOf(archive: Archive, files: readonly ArchivePart[]): Promise<BackupManifest> {
  const manifest = readManifestText(await archive.text(MANIFEST, MANIFEST_BYTES_MAX));
  if (manifest === null) throw new ArchiveFault(`its ${MANIFEST} cannot be read`);
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  for (const { name, bytes } of manifest.files) {
    const size = sizes.get(name);
    if (size === undefined) throw new ArchiveFault(`${name} is missing`);
    if (size !== bytes) throw new ArchiveFault(`${name} has ${size} bytes instead of ${bytes}`);
    sizes.delete(name);
  }
  for (const name of sizes.keys()) throw new ArchiveFault(`it contains ${name}, which its ${MANIFEST} does not list`);
  return manifest;
}

/** Passes on content while verifying it; without digests, only the CRC-32 of the whole is verified. */
async function* check(
  part: ArchivePart,
  content: AsyncIterable<Buffer>,
  expected: FileDigest | null,
): AsyncGenerator<Buffer> {
  const digester = new FileDigester();
  const blocks = Math.max(1, Math.ceil(part.bytes / BLOCK_BYTES));
  const block = () => Math.min(blocks, Math.floor(digester.bytes / BLOCK_BYTES) + 1);
  let sum = 0;
  try {
    for await (const chunk of content) {
      digester.update(chunk);
      compareBlocks(part.name, digester.blocks, expected);
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (cause) {
    if (!isUnpackingError(cause)) throw cause;
    throw new ArchiveFault(`${part.name} cannot be unpacked in or after block ${block()} of ${blocks}`, { cause });
  }
  digester.digest(part.name);
  compareBlocks(part.name, digester.blocks, expected);
  if (sum !== part.crc32) throw new ArchiveFault(`${part.name} does not match its CRC-32`);
}

function compareBlocks(name: string, blocks: readonly string[], expected: FileDigest | null): void {
  if (expected === null || blocks.length === 0) return;
  const wanted = expected.blocks ?? [expected.sha256];
  const last = blocks.length - 1;
  if (blocks[last] !== wanted[last])
    throw new ArchiveFault(`${name} differs from what was written in block ${last + 1} of ${wanted.length}`);
}

const HEADER_BYTES = 30;
const SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const NAME_BYTES_MAX = 1024;
const CHUNK_BYTES = 1024 * 1024;

/** Whether the first file in an archive has this name, even if the rest is lost. */
async function startsWith(file: string, name: string): Promise<boolean> {
  const handle = await open(file);
  try {
    return (await readAt(handle, HEADER_BYTES, name.length)).toString() === name;
  } finally {
    await handle.close();
  }
}

/**
 * The name of the last file that starts in an archive whose directory is lost.
 *
 * @param isName distinguishes names from bytes that only look like one
 */
async function lastHeaderIn(file: string, isName: (name: string) => boolean): Promise<string | null> {
  const handle = await open(file);
  try {
    for (let end = (await handle.stat()).size; end > 0; end -= CHUNK_BYTES) {
      const start = Math.max(0, end - CHUNK_BYTES);
      // A header that starts in this chunk may end in the next.
      const chunk = await readAt(handle, start, end - start + HEADER_BYTES + NAME_BYTES_MAX);
      for (let at = chunk.lastIndexOf(SIGNATURE, end - start - 1); at >= 0; at = chunk.lastIndexOf(SIGNATURE, at - 1)) {
        const name = nameAt(chunk, at);
        if (name !== null && isName(name)) return name;
        if (at === 0) break;
      }
    }
    return null;
  } finally {
    await handle.close();
  }
}

function nameAt(chunk: Buffer, at: number): string | null {
  if (at + HEADER_BYTES > chunk.length) return null;
  const start = at + HEADER_BYTES;
  const end = start + chunk.readUInt16LE(at + 26);
  return end > chunk.length ? null : chunk.subarray(start, end).toString();
}

async function readAt(handle: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await handle.read(buffer, 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}
