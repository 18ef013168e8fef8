import { arrayBuffer, buffer } from 'node:stream/consumers';
import { IMPORT_LIMITS } from '@backcounter/domain/import';
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl';
import { TableError } from '../table-error.ts';
import type { TableRow } from '../table-row.ts';
import type { Files, TableLook } from './table.ts';
import { formatOf, HEAD_BYTES, NO_READING } from './table-format.ts';
import { StoredFileReader } from './xlsx/xlsx-archive.ts';

/** Pictures are compressed already: an archive that unpacks to many times its size is malicious. */
const RATIO_MAX = 10;
const ALWAYS_FINE_BYTES = 50_000_000;
/** Files that systems add to folders. */
const OF_SYSTEM = /(^|\/)(__MACOSX\/|\.[^./]|Thumbs\.db$|desktop\.ini$)/i;

/** The only column: the path of each file. */
const HEADERS = ['file'];

/**
 * Reads the paths of all files of an archive, and refuses one that is too large before anything is unpacked.
 * @throws TableError `file-type`, `zip-damaged`, `zip-too-dense`, `zip-too-many`, `file-empty`
 */
export async function lookAtPictures(files: Files, key: string): Promise<TableLook> {
  const { content, sizeBytes } = await files.read(key, { start: 0, end: HEAD_BYTES - 1 });
  if (formatOf(await buffer(content)) !== 'XLSX') throw new TableError('zip-damaged');
  const zip = await open(files, key);
  try {
    if (zip.entryCount > IMPORT_LIMITS.picturesMax) throw new TableError('zip-too-many');
    const paths: string[] = [];
    let unpacked = 0;
    for await (const entry of entriesOf(zip)) {
      unpacked += entry.uncompressedSize;
      const path = pathOf(entry);
      if (!OF_SYSTEM.test(path)) paths.push(path);
    }
    if (unpacked > Math.max(ALWAYS_FINE_BYTES, sizeBytes * RATIO_MAX)) throw new TableError('zip-too-dense');
    if (paths.length === 0) throw new TableError('file-empty');
    const rows = paths.slice(0, IMPORT_LIMITS.sampleRows).map((path, at) => ({ number: at + 2, cells: [path] }));
    return {
      format: 'ZIP',
      sizeBytes,
      headers: HEADERS,
      rows,
      reading: NO_READING,
      formats: [{ DATE: [], WHOLE: [] }],
    };
  } finally {
    zip.close();
  }
}

/** Streams the heading and the files of an archive, one in memory at a time. @throws TableError `zip-damaged` */
export async function* pictureRows(files: Files, key: string): AsyncGenerator<TableRow> {
  const zip = await open(files, key);
  let number = 1;
  yield { number, cells: HEADERS };
  try {
    for await (const entry of entriesOf(zip)) {
      number += 1;
      yield { number, cells: [pathOf(entry)], entry: await contentOf(zip, entry) };
    }
  } finally {
    zip.close();
  }
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<NonNullable<TableRow['entry']>> {
  const path = pathOf(entry);
  if (OF_SYSTEM.test(path)) return { rule: 'of-system' };
  if (validateFileName(path) !== null || path.includes('\0')) return { rule: 'zip-path' };
  if (entry.isEncrypted()) return { rule: 'zip-encrypted' };
  const { pictureBytesMax: max } = IMPORT_LIMITS;
  if (entry.uncompressedSize > max) return { rule: 'file-size', params: { max: max / 1_000_000 } };
  try {
    // Fails if it is longer than declared.
    return { bytes: new Uint8Array(await arrayBuffer(await zip.openReadStreamPromise(entry))) };
  } catch {
    // Errors of the store end the thread.
    return { rule: 'picture-damaged' };
  }
}

async function open(files: Files, key: string): Promise<ZipFile> {
  const { content, sizeBytes } = await files.read(key, { start: 0, end: 0 });
  content.destroy();
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
  return fromRandomAccessReaderPromise(new StoredFileReader(files, key), sizeBytes, options).catch(damaged);
}

/** The files of an archive, without its folders. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry();
  for (;;) {
    const { value, done } = await entries.next().catch(damaged);
    if (done === true) return;
    if (!pathOf(value).endsWith('/')) yield value;
  }
}

function damaged(cause: unknown): never {
  throw new TableError('zip-damaged', 0, { cause });
}

const pathOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string =>
  getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
