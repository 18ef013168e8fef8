import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { AppError } from '@backcounter/domain';
import {
  checkFileKey,
  contentTypeOf,
  type FileFacts,
  type FileStore,
  fileNotFound,
  storeUnavailable,
} from '../../ports/files.ts';
import { writeStream } from './multipart-upload.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Idle time after which the store counts as dead. */
const SILENCE_TIMEOUT_MS = 3_000;
/** Time limit of calls without content. Transfers of content have only the idle limit, because files may be large. */
const CALL_TIMEOUT_MS = 5_000;
const ATTEMPTS = 2;

/**
 * Location and credentials of the store. Without an endpoint it is Amazon S3; without keys they come from AWS's default
 * sources.
 */
export interface S3Settings {
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly bucket: string;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
}

/** A file store on a bucket of an S3-compatible store. */
export function createS3Files(settings: S3Settings): FileStore {
  const client = new S3Client({
    region: settings.region ?? 'us-east-1',
    // Most other stores have no host name per bucket and no support for newer checksums.
    ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(settings.accessKeyId === null || settings.secretAccessKey === null
      ? {}
      : { credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      socketTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  const { bucket: Bucket } = settings;
  const facts = async (Key: string): Promise<FileFacts | null> => {
    try {
      const answer = await client.send(new HeadObjectCommand({ Bucket, Key }), inTime());
      return factsOf(Key, answer, answer.ContentLength);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw translate(error);
    }
  };
  return {
    async write(key, content) {
      checkFileKey(key);
      const target = { Bucket, Key: key, ContentType: contentTypeOf(key) };
      try {
        if (Buffer.isBuffer(content)) await client.send(new PutObjectCommand({ ...target, Body: content }));
        else await writeStream(client, target, content);
      } catch (error) {
        throw isOfStream(error, content) ? error : translate(error);
      }
    },
    async read(key, range) {
      checkFileKey(key);
      try {
        const answer = await client.send(
          new GetObjectCommand({
            Bucket,
            Key: key,
            ...(range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }),
          }),
        );
        const size = Number(/\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1] ?? answer.ContentLength);
        const content = answer.Body as Readable | undefined;
        if (content === undefined) throw new Error('The response has no body');
        try {
          return { ...factsOf(key, answer, size), content };
        } catch (error) {
          content.destroy();
          throw error;
        }
      } catch (error) {
        throw isAbsent(error) ? fileNotFound() : translate(error);
      }
    },
    async stat(key) {
      checkFileKey(key);
      return facts(key);
    },
    async remove(key) {
      checkFileKey(key);
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }), inTime());
      } catch (error) {
        if (!isAbsent(error)) throw translate(error);
      }
    },
    close: async () => client.destroy(),
  };
}

function inTime(): { abortSignal: AbortSignal } {
  return { abortSignal: AbortSignal.timeout(CALL_TIMEOUT_MS) };
}

function factsOf(
  key: string,
  answer: { readonly ETag?: string | undefined; readonly LastModified?: Date | undefined },
  size: number | undefined,
): FileFacts {
  if (answer.ETag === undefined || size === undefined || !Number.isSafeInteger(size)) {
    throw new Error('The response lacks size or version');
  }
  return {
    sizeBytes: size,
    contentType: contentTypeOf(key),
    etag: answer.ETag.replace(/^(W\/)?"|"$/g, ''),
    modifiedAt: answer.LastModified ?? new Date(0),
  };
}

/** A missing bucket is a configuration error, not a missing file. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
  return error.$metadata.httpStatusCode === 404;
}

/** The stream's own failure says nothing about the store. */
function isOfStream(error: unknown, content: Buffer | Readable): boolean {
  return !Buffer.isBuffer(content) && content.errored !== null && content.errored === error;
}

function translate(error: unknown): unknown {
  return error instanceof AppError ? error : storeUnavailable(error);
}
