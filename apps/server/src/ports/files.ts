import type { Readable } from 'node:stream';
import { AppError } from '@backcounter/domain';

/** What is known of a stored file. */
export interface FileFacts {
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Changes with the content; strong, without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** A stored file and its content. The caller reads the stream to its end or destroys it. */
export interface StoredFile extends FileFacts {
  readonly content: Readable;
}

/** A part of a file, first and last byte included; the last one may lie behind the end. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Files by key (`profile_pictures/abc.png`, `exports/2026/…`). Implemented on the disk, on S3-compatible stores and on Firebase Storage; one contract
 * suite runs on all. Errors of all calls: `request.malformed` for what is no key, `service.unavailable` when the store does not answer in time, is
 * full or answers nonsense.
 */
export interface FileStore {
  /** Writes the whole file or nothing of it; replaces what was there. A stream that fails leaves what was there and rejects with its own error. */
  write(key: string, content: Buffer | Readable): Promise<void>;
  /** Opens a file, or the part of it that is asked for; `sizeBytes` is that of the whole. @throws AppError `record.not-found` */
  read(key: string, range?: ByteRange): Promise<StoredFile>;
  /** Facts of a file; null when there is none. */
  stat(key: string): Promise<FileFacts | null>;
  /** Removes a file; one that is not there is fine. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Longest key, in characters. */
export const FILE_KEY_MAX_LENGTH = 300;
/** Segments of letters, digits, `_`, `-`, `.`, none of them beginning with a dot or longer than a file name may be. */
const FILE_KEY = /^[\w-][\w.-]{0,199}(\/[\w-][\w.-]{0,199})*$/;

/** What a file is told to be, by the ending of its key; stores keep no type of their own that could disagree. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** True for what may name a file. */
export function isFileKey(key: string): boolean {
  return key.length <= FILE_KEY_MAX_LENGTH && FILE_KEY.test(key);
}

/** @throws AppError `request.malformed` for what may not name a file. */
export function checkFileKey(key: string): void {
  if (!isFileKey(key)) throw new AppError('request.malformed', { message: 'This is not the key of a file.' });
}

/** Media type of a file by its key. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[/\.(\w+)$/.exec(key)?.[1] ?? ''] ?? 'application/octet-stream';
}

/** The error for a file that isn't there. */
export function fileNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such file.' });
}

/** The error for a store that cannot be used now. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError('service.unavailable', { cause, details: { retryAfterSeconds: 5 } });
}
