import { createHash } from 'node:crypto';
import { read } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { errorCodeOf } from '../../../db/error-code.ts';
import { SEAL, SEAL_DIGEST_BYTES } from './backup-archive.ts';

const STORED = 0;
const DEFLATED = 8;
const READ_BYTES = 1024 * 1024;
const LOCAL_HEADER_BYTES = 30;

/** A file or folder in an archive, from the archive's directory. */
export interface ArchivePart {
  /** Path with slashes; a folder's ends with one. */
  readonly name: string;
  readonly isFolder: boolean;
  /** Before compression. */
  readonly bytes: number;
  readonly crc32: number;
}

/** Receives each part in archive order; must read the content to the end. */
export type PartReceiver = (part: ArchivePart, content: AsyncIterable<Buffer>) => Promise<void>;

/** An archive with a readable directory. */
export interface Archive {
  readonly parts: readonly ArchivePart[];
  /** Whether the archive ends with a digest of itself. */
  readonly isSealed: boolean;
  /** The text of a small part, read out of order. */
  text(name: string, bytesMax: number): Promise<string>;
  /**
   * Reads the whole archive once, in order.
   *
   * @returns whether the digest at the end matches all preceding bytes
   */
  read(receive: PartReceiver): Promise<boolean>;
  close(): Promise<void>;
}

/** A fault of an archive, as a clause such as "its directory cannot be read (…)". */
export class ArchiveFault extends Error {
  /** Whether the directory at the end is missing or unreadable. */
  readonly isAtEnd: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isAtEnd?: boolean } = {}) {
    super(message, options);
    this.isAtEnd = options.isAtEnd ?? false;
  }
}

/**
 * Opens a ZIP archive.
 *
 * @throws ArchiveFault if its directory is invalid, contains unsafe paths or repeats a name; system errors unchanged
 */
export async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file);
  try {
    const { entries, comment } = await readDirectory(handle);
    const parts = entries.map(partOf);
    return {
      parts,
      isSealed: comment.startsWith(SEAL) && comment.length === SEAL.length + SEAL_DIGEST_BYTES,
      text: (name, bytesMax) => readText(handle, entries, name, bytesMax),
      read: (receive) => readAll(handle, entries, receive),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** For a damaged directory that points beyond the end of the file, yauzl's own reader throws an uncatchable error. */
class BoundedReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number) {
    super();
    this.#handle = handle;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    if (position + length > this.#size) setImmediate(done, new Error('it points beyond the end of the file'));
    else read(this.#handle.fd, buffer, offset, length, position, (error) => done(error));
  }
}

async function readDirectory(handle: FileHandle): Promise<{ entries: Entry[]; comment: string }> {
  const { size } = await handle.stat();
  const options = { autoClose: false, strictFileNames: true };
  const reader = new BoundedReader(handle, size);
  const zip = await fromRandomAccessReaderPromise(reader, size, options).catch((cause) => {
    throw directoryFault(cause);
  });
  try {
    const entries: Entry[] = [];
    const names = new Set<string>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.replace(/\/$/, '');
      if (names.has(name)) throw new ArchiveFault(`it contains ${name} twice`);
      names.add(name);
      if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
        throw new ArchiveFault(`its directory describes ${name} in an unsupported way`);
      if (entry.relativeOffsetOfLocalHeader + entry.compressedSize > zip.fileSize)
        throw new ArchiveFault(`its directory places ${name} outside the file`);
      entries.push(entry);
    }
    entries.sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
    return { entries, comment: zip.comment };
  } catch (cause) {
    throw directoryFault(cause);
  } finally {
    zip.close();
  }
}

/** Errors of the reader have no code or a Node code (ERR_…); system errors have their own. */
function directoryFault(cause: unknown): unknown {
  if (cause instanceof ArchiveFault || !(cause instanceof Error)) return cause;
  if (!(errorCodeOf(cause) ?? 'ERR_').startsWith('ERR_')) return cause;
  return new ArchiveFault(`its directory cannot be read (${cause.message})`, { cause, isAtEnd: true });
}

const partOf = (entry: Entry): ArchivePart => ({
  name: entry.fileName,
  isFolder: entry.fileName.endsWith('/'),
  bytes: entry.uncompressedSize,
  crc32: entry.crc32,
});

async function readText(handle: FileHandle, entries: Entry[], name: string, bytesMax: number): Promise<string> {
  const entry = entries.find(({ fileName }) => fileName === name);
  if (entry === undefined) throw new ArchiveFault(`its directory has no ${name}`);
  if (entry.uncompressedSize > bytesMax) throw new ArchiveFault(`its ${name} is too large`);
  const chunks: Buffer[] = [];
  await readEntry(new Bytes(handle, entry.relativeOffsetOfLocalHeader), entry, async (_part, content) => {
    for await (const chunk of content) chunks.push(chunk);
  });
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32) throw new ArchiveFault(`its ${name} does not match its CRC-32`);
  return content.toString();
}

async function readAll(handle: FileHandle, entries: readonly Entry[], receive: PartReceiver): Promise<boolean> {
  const { size } = await handle.stat();
  const bytes = new Bytes(handle, 0);
  for (const entry of entries) {
    await bytes.skipTo(entry.relativeOffsetOfLocalHeader, entry.fileName);
    await readEntry(bytes, entry, receive);
  }
  await bytes.skipTo(size - SEAL_DIGEST_BYTES, 'the directory');
  const digest = bytes.digest();
  return (await bytes.take(SEAL_DIGEST_BYTES)).toString('latin1') === digest;
}

async function readEntry(bytes: Bytes, entry: Entry, receive: PartReceiver): Promise<void> {
  const name = entry.fileName;
  const header = await bytes.take(LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES || header.readUInt32LE(0) !== 0x04034b50)
    throw new ArchiveFault(`the header of ${name} is damaged`);
  await bytes.take(header.readUInt16LE(26) + header.readUInt16LE(28));
  const end = bytes.position + entry.compressedSize;
  const checked = (content: AsyncIterable<Buffer>) => receive(partOf(entry), limited(content, entry));
  if (entry.compressionMethod === STORED) await checked(bytes.upTo(end));
  else
    await inflated(bytes.upTo(end), checked).catch((cause) => {
      throw isUnpackingError(cause) ? new ArchiveFault(`${name} cannot be unpacked`, { cause }) : cause;
    });
  await bytes.skipTo(end, name);
}

/** Whether an error means that compressed data are invalid. */
export function isUnpackingError(error: unknown): boolean {
  return (errorCodeOf(error) ?? '').startsWith('Z_');
}

async function inflated(packed: AsyncIterable<Buffer>, take: (content: AsyncIterable<Buffer>) => Promise<void>) {
  const inflate = createInflateRaw();
  const [fed, taken] = await Promise.allSettled([pipeline(packed, inflate), take(inflate)]);
  // Either failure ends both; the receiver's says best where it happened.
  for (const ended of [taken, fed]) if (ended.status === 'rejected') throw ended.reason;
}

/** Enforces the declared size: a small file must not fill the disk or memory. */
async function* limited(content: AsyncIterable<Buffer>, entry: Entry): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > entry.uncompressedSize) break;
    yield chunk;
  }
  if (bytes === entry.uncompressedSize) return;
  const than = bytes > entry.uncompressedSize ? 'more' : 'less';
  throw new ArchiveFault(`${entry.fileName} contains ${than} than the ${entry.uncompressedSize} bytes it declares`);
}

/** Reads the bytes of a file in order, each once. */
class Bytes {
  position: number;
  readonly #handle: FileHandle;
  readonly #hash = createHash('sha256');
  #buffer: Buffer = Buffer.alloc(0);

  constructor(handle: FileHandle, position: number) {
    this.#handle = handle;
    this.position = position;
  }

  /** SHA-256 of everything read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Chunks up to a position or the end of the file. */
  async *upTo(end: number): AsyncGenerator<Buffer> {
    while (this.position < end) {
      if (this.#buffer.length === 0) await this.#fill();
      const piece = this.#buffer.subarray(0, end - this.position);
      if (piece.length === 0) return;
      this.#buffer = this.#buffer.subarray(piece.length);
      this.#hash.update(piece);
      this.position += piece.length;
      yield piece;
    }
  }

  /** The next bytes; fewer at the end of the file. */
  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.upTo(this.position + bytes)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  async skipTo(position: number, name: string): Promise<void> {
    if (position < this.position) throw new ArchiveFault(`its directory places ${name} inside another file`);
    for await (const _piece of this.upTo(position));
  }

  async #fill(): Promise<void> {
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const { bytesRead } = await this.#handle.read(buffer, 0, READ_BYTES, this.position);
    this.#buffer = buffer.subarray(0, bytesRead);
  }
}
