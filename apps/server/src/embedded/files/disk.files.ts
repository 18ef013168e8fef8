import { createHash, randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bestEffort } from '../../db/best-effort.ts';
import { errorCodeOf } from '../../db/error-code.ts';
import {
  checkFileKey,
  contentTypeOf,
  type FileFacts,
  type FileStore,
  fileNotFound,
  storeUnavailable,
} from '../../ports/files.ts';

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);
/** Errors of the disk: full, broken, read-only or overloaded. */
const UNAVAILABLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM', 'ESTALE']);
/** Folder for files being written. Keys never start with a dot, so it cannot be requested. */
const PARTIAL = '.partial';
/** Older partial files were left by a process that died. */
const PARTIAL_KEPT_MS = 24 * 60 * 60 * 1000;

/**
 * Stores files as plain files in a folder; the path is the key. Each is written under another name, synced and renamed,
 * so readers always see a complete old or new file, even after a crash.
 */
export async function openDiskFiles(
  folder: string,
  onFailedWrite: (error: unknown) => void = () => undefined,
): Promise<FileStore> {
  const partial = path.join(folder, PARTIAL);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  await bestEffort('removing partial files', () => removeLeftovers(partial));
  const pathOf = (key: string): string => {
    checkFileKey(key);
    return path.join(folder, ...key.split('/'));
  };
  return {
    async write(key, content) {
      const target = pathOf(key);
      const draft = path.join(partial, randomUUID());
      try {
        await writeDraft(draft, content);
        await makeFolder(path.dirname(target));
        await rename(draft, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        onFailedWrite(error);
        await bestEffort('removing a partial file', () => rm(draft, { force: true }));
        throw translate(error);
      }
    },
    async read(key, range) {
      const target = pathOf(key);
      let handle: FileHandle | undefined;
      try {
        handle = await open(target, 'r');
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) throw fileNotFound();
        const content = range === undefined ? handle.createReadStream() : handle.createReadStream({ ...range });
        return { ...factsOf(key, stats), content };
      } catch (error) {
        await handle?.close();
        throw isAbsent(error) ? fileNotFound() : translate(error);
      }
    },
    async stat(key) {
      try {
        const stats = await stat(pathOf(key), { bigint: true });
        return stats.isFile() ? factsOf(key, stats) : null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw translate(error);
      }
    },
    async remove(key) {
      const target = pathOf(key);
      try {
        await unlink(target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        if (!isAbsent(error)) throw translate(error);
      }
    },
    close: async () => undefined,
  };
}

async function writeDraft(draft: string, content: Buffer | Readable): Promise<void> {
  const handle = await open(draft, 'wx', 0o600);
  try {
    const source = Buffer.isBuffer(content) ? Readable.from([content], { objectMode: false }) : content;
    // `flush` syncs before the stream closes the handle.
    await pipeline(source, handle.createWriteStream({ flush: true }));
  } finally {
    await handle.close();
  }
}

/** Creates a folder and syncs the entries of new ones. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** Syncs the entries of a folder. Not needed on Windows, which cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function removeLeftovers(partial: string): Promise<void> {
  for (const name of await readdir(partial)) {
    const draft = path.join(partial, name);
    if (Date.now() - (await stat(draft)).mtimeMs > PARTIAL_KEPT_MS) await rm(draft, { force: true });
  }
}

/** Every write creates a new file, so inode, time and size identify the content. */
function factsOf(key: string, stats: BigIntStats): FileFacts {
  const identity = `${stats.ino}:${stats.mtimeNs}:${stats.size}`;
  return {
    sizeBytes: Number(stats.size),
    contentType: contentTypeOf(key),
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
    modifiedAt: stats.mtime,
  };
}

function isAbsent(error: unknown): boolean {
  return ABSENT.has(errorCodeOf(error) ?? '');
}

function translate(error: unknown): unknown {
  return UNAVAILABLE.has(errorCodeOf(error) ?? '') ? storeUnavailable(error) : error;
}
