import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';

/** First part of a backup, which identifies the file to every version. */
export const ABOUT = 'backup.json';
/** Last part of a backup since format 2. */
export const MANIFEST = 'manifest.json';
export const FORMAT = 'backcounter-backup';
/** The format written by this version, which reads all formats up to it. */
export const FORMAT_VERSION = 2;
/** Size of a block with its own digest: 4 MiB. */
export const BLOCK_BYTES = 4 * 1024 * 1024;

const digest = z.string().regex(/^[\da-f]{64}$/);
const logPosition = z.string().regex(/^[\dA-F]{1,8}\/[\dA-F]{1,8}$/);

const fileDigest = z.strictObject({
  /** Path in the backup, with slashes. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  /** SHA-256 of the file. */
  sha256: digest,
  /** SHA-256 of each block; absent if the file has only one. */
  blocks: z.array(digest).optional(),
});

/** A file's entry in the manifest. */
export type FileDigest = z.infer<typeof fileDigest>;

const logRange = z.strictObject({
  /** Database time at the start of the copy. */
  startedAt: z.iso.datetime(),
  /** Database time at the end of the copy, whose state the backup contains. */
  takenAt: z.iso.datetime(),
  timeline: z.int().positive(),
  /** Log position at which recovery starts. */
  startLsn: logPosition,
  /** Log position from which the copy is consistent. */
  stopLsn: logPosition,
});

/** The part of the write-ahead log that makes the copy of a cluster consistent, and its times. */
export type LogRange = z.infer<typeof logRange>;

const backupManifest = logRange.extend({
  /** Version of Backcounter that wrote the backup. */
  product: z.string(),
  /** Version of PostgreSQL, such as 18.4. */
  postgres: z.string(),
  files: z.array(fileDigest),
});

/** The manifest of a backup. */
export type BackupManifest = z.infer<typeof backupManifest>;

const about = z.object({
  format: z.literal(FORMAT),
  version: z.int().positive(),
  /** Major version of PostgreSQL. */
  postgres: z.int(),
  /** Absent in format 1. */
  product: z.string().optional(),
});

/** The header of a backup; null if the file is not a backup of Backcounter. */
export function readAbout(text: string): z.infer<typeof about> | null {
  return about.safeParse(parsedJson(text)).data ?? null;
}

/** Parses a manifest; null if it is invalid. */
export function readManifestText(text: string): BackupManifest | null {
  return backupManifest.safeParse(parsedJson(text)).data ?? null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Computes digests of a file from consecutive chunks. */
export class FileDigester {
  readonly blocks: string[] = [];
  bytes = 0;
  #file = createHash('sha256');
  /** Hash of the current block; null in the first, whose hash is the file's. */
  #block: Hash | null = null;

  update(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      if (this.bytes > 0 && this.bytes % BLOCK_BYTES === 0) this.#endBlock();
      const piece = chunk.subarray(at, at + BLOCK_BYTES - (this.bytes % BLOCK_BYTES));
      this.#file.update(piece);
      this.#block?.update(piece);
      this.bytes += piece.length;
      at += piece.length;
    }
  }

  /** @returns the digests; call once, at the end */
  digest(name: string): FileDigest {
    const sha256 = this.#file.copy().digest('hex');
    if (this.#block === null) this.blocks.push(sha256);
    else this.#endBlock();
    const blocks = this.blocks.length > 1 ? { blocks: this.blocks } : {};
    return { name, bytes: this.bytes, sha256, ...blocks };
  }

  #endBlock(): void {
    this.blocks.push((this.#block ?? this.#file.copy()).digest('hex'));
    this.#block = createHash('sha256');
  }
}
