import type { Readable } from 'node:stream';
import { AppError } from '@backcounter/domain';

/** Metadata of a stored file. */
export interface FileFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Changes with the content; strong, without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** A stored file with its content. The caller must read the stream to the end or destroy it. */
export interface StoredFile extends FileFacts {
  readonly content: Readable;
}

/** An inclusive byte range; `end` may exceed the file's length. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Files by key (`profile_pictures/abc.png`, `exports/2026/…`). Implemented on disk, on S3-compatible stores and on
 * Firebase Storage, all under one contract suite. Every call throws `request.malformed` for an invalid key, and
 * `service.unavailable` if the store times out, is full or returns an invalid response.
 */
export interface FileStore {
  /**
   * Writes atomically, replacing any existing file. If the stream fails, the existing file is kept and the call rejects
   * with the stream's error.
   */
  write(key: string, content: Buffer | Readable): Promise<void>;
  /** Opens a file or a range of it; `sizeBytes` is always the full size. @throws AppError `record.not-found` */
  read(key: string, range?: ByteRange): Promise<StoredFile>;
  /** A file's metadata, or null if it does not exist. */
  stat(key: string): Promise<FileFacts | null>;
  /** Removes a file; a missing file is not an error. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Maximum key length, in characters. */
export const FILE_KEY_MAX_LENGTH = 300;
/**
 * Slash-separated segments of letters, digits, `_`, `-` and `.`; none starts with a dot or exceeds the length of a file
 * name.
 */
const FILE_KEY = /^[\w-][\w.-]{0,199}(\/[\w-][\w.-]{0,199})*$/;

/** Content type by extension. It is derived from the key, never stored, so the two cannot disagree. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Reports whether a string is a valid file key. */
export function isFileKey(key: string): boolean {
  return key.length <= FILE_KEY_MAX_LENGTH && FILE_KEY.test(key);
}

/** @throws AppError `request.malformed` for an invalid file key. */
export function checkFileKey(key: string): void {
  if (!isFileKey(key)) throw new AppError('request.malformed', { message: 'Invalid file key.' });
}

/** Media type by the key's extension. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[/\.(\w+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';
}

/** The error for a missing file. */
export function fileNotFound(): AppError {
  return new AppError('record.not-found', { message: 'File not found.' });
}

/** The error for an unavailable store. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
}
