import { PassThrough, pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { FileStore } from '../../../ports/files.ts';
import { TableError } from '../../table-error.ts';

const ENTRIES_MAX = 5_000;
/** Workbooks compress to a tenth or twentieth; large parts with a higher ratio are malicious. */
const RATIO_MAX = 200;
const ALWAYS_FINE_BYTES = 50_000_000;
const WINDOW_BYTES = 262_144;
const PART_MAX_BYTES = 16_000_000_000;
/** Size limit of parts that describe a workbook: sheets, relations and styles. */
const DESCRIPTION_MAX_BYTES = 10_000_000;

/** Reads ranges of a stored file, so an archive can be inspected without fetching all of it. */
export class StoredFileReader extends RandomAccessReader {
  readonly #files: Pick<FileStore, 'read'>;
  readonly #key: string;
  #window: Buffer = Buffer.alloc(0);
  #windowStart = 0;

  constructor(files: Pick<FileStore, 'read'>, key: string) {
    super();
    this.#files = files;
    this.#key = key;
  }

  /** The many small reads of a directory come from a window. */
  override read(...[target, offset, length, position, done]: Parameters<RandomAccessReader['read']>): void {
    this.#at(position, length).then((bytes) => {
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  async #at(position: number, length: number): Promise<Buffer> {
    let from = position - this.#windowStart;
    if (from < 0 || from + length > this.#window.length) {
      const end = position + Math.max(length, WINDOW_BYTES) - 1;
      const { content } = await this.#files.read(this.#key, { start: position, end });
      this.#window = await buffer(content);
      this.#windowStart = position;
      from = 0;
      if (this.#window.length < length) throw new Error('The file ends too early');
    }
    return this.#window.subarray(from, from + length);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough();
    this.#files.read(this.#key, { start, end: end - 1 }).then(
      ({ content }) => pipeline(content, out, () => undefined),
      (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return out;
  }
}

/** The parts of a workbook, which is a ZIP archive. */
export class XlsxArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws TableError `file-damaged`, `file-too-dense` */
  static async open(files: Pick<FileStore, 'read'>, key: string, sizeBytes: number): Promise<XlsxArchive> {
    return guarded(async () => {
      const reader = new StoredFileReader(files, key);
      const zip = await fromRandomAccessReaderPromise(reader, sizeBytes, { lazyEntries: true, autoClose: false });
      const entries = new Map<string, Entry>();
      if (zip.entryCount > ENTRIES_MAX) throw new TableError('file-too-dense');
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
      return new XlsxArchive(zip, entries);
    });
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /**
   * Content of a part; the stream fails if it is longer than declared. @throws TableError `file-damaged`,
   * `file-too-dense`
   */
  async part(name: string, bytesMax = PART_MAX_BYTES): Promise<Readable> {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined || entry.isEncrypted()) throw new TableError('file-damaged');
    const { compressedSize, uncompressedSize } = entry;
    if (uncompressedSize > Math.min(bytesMax, Math.max(ALWAYS_FINE_BYTES, compressedSize * RATIO_MAX))) {
      throw new TableError('file-too-dense');
    }
    return guarded(() => this.#zip.openReadStreamPromise(entry));
  }

  /** Content of a part that describes the workbook. @throws TableError `file-damaged`, `file-too-dense` */
  description(name: string): Promise<Readable> {
    return this.part(name, DESCRIPTION_MAX_BYTES);
  }

  close(): void {
    this.#zip.close();
  }
}

/** Translates errors of the archive to `TableError`; errors of the file store are rethrown. */
async function guarded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error && error.constructor === Error)
      throw new TableError('file-damaged', 0, { cause: error });
    throw error;
  }
}
