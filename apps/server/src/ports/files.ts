import type { Readable } from 'node:stream';

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

/** Bytes to be stored. */
export interface FileContent {
  readonly content: Buffer | Readable;
  readonly contentType: string;
}

/**
 * Files by key (`profile_pictures/abc.png`, `exports/2026/…`). Implemented on the disk, on S3-compatible stores and on Firebase Storage; one contract
 * suite runs on all. Errors: `record.not-found` for what is not there, `service.unavailable` when the store does not answer in time.
 */
export interface FileStore {
  /** Writes the whole file or nothing of it; replaces what was there. */
  write(key: string, file: FileContent): Promise<FileFacts>;
  /** Opens a file, from `range.start` to `range.end` (both included) when given. */
  read(key: string, range?: { readonly start: number; readonly end: number }): Promise<StoredFile>;
  /** Facts of a file; null when there is none. */
  stat(key: string): Promise<FileFacts | null>;
  /** Removes a file; one that is not there is fine. */
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

/** Longest key, in characters. */
export const FILE_KEY_MAX_LENGTH = 300;
/** Segments of letters, digits, `_`, `-`, `.`, none of them beginning with a dot. */
export const FILE_KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;
