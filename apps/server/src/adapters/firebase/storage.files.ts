import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError } from '@backcounter/domain';
import type { Clock } from '../../ports/clock.ts';
import {
  type ByteRange,
  checkFileKey,
  contentTypeOf,
  type FileFacts,
  type FileStore,
  fileNotFound,
  storeUnavailable,
} from '../../ports/files.ts';
import { type GoogleRequest, readObject, sendRequest } from './google-request.ts';
import { GoogleToken } from './google-token.ts';
import type { ServiceAccount } from './service-account.ts';

const GOOGLE = 'https://storage.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';

/** A bucket of Firebase Storage, which is a Google Cloud Storage bucket. */
export interface FirebaseStorageSettings {
  readonly bucket: string;
  readonly serviceAccount: ServiceAccount;
  readonly clock: Clock;
  /** Overrides Google's address, for example with an emulator's. */
  readonly origin?: string;
}

/** A file store on Firebase Storage, using Google's JSON API. */
export function createFirebaseFiles({
  bucket,
  serviceAccount,
  clock,
  origin = GOOGLE,
}: FirebaseStorageSettings): FileStore {
  const token = new GoogleToken(serviceAccount, SCOPE, clock);
  const objects = `/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const objectUrl = (key: string) => new URL(`${objects}/${encodeURIComponent(key)}`, origin);

  const send = async (request: GoogleRequest): Promise<IncomingMessage> => {
    const headers = { ...request.headers, authorization: `Bearer ${await token.get()}` };
    const answer = await sendRequest({ ...request, headers });
    if (answer.statusCode === 401) token.forget();
    return answer;
  };

  return {
    async write(key, content) {
      checkFileKey(key);
      const url = new URL(`/upload${objects}?uploadType=multipart`, origin);
      const boundary = randomUUID();
      const body = Readable.from(multipart(key, content, boundary), { objectMode: false });
      try {
        const answer = await send({
          method: 'POST',
          url,
          headers: { 'content-type': `multipart/related; boundary=${boundary}` },
          body,
        });
        const written = await readObject(answer);
        if (answer.statusCode !== 200 || written['name'] !== key) throw refusal(answer);
      } catch (error) {
        const isOfStream = !Buffer.isBuffer(content) && content.errored !== null && content.errored === error;
        throw isOfStream ? error : translate(error);
      }
    },
    async read(key, range) {
      checkFileKey(key);
      const url = objectUrl(key);
      url.searchParams.set('alt', 'media');
      try {
        const answer = await send({ method: 'GET', url, headers: rangeHeader(range) });
        const isPart = answer.statusCode === 206;
        try {
          if (answer.statusCode === 404) throw fileNotFound();
          if (answer.statusCode !== 200 && !isPart) throw refusal(answer);
          return { ...factsOfHead(key, answer), content: answer };
        } catch (error) {
          answer.destroy();
          throw error;
        }
      } catch (error) {
        throw translate(error);
      }
    },
    async stat(key) {
      checkFileKey(key);
      try {
        const answer = await send({ method: 'GET', url: objectUrl(key), headers: {} });
        if (answer.statusCode === 404) {
          answer.destroy();
          return null;
        }
        const found = await readObject(answer);
        if (answer.statusCode !== 200) throw refusal(answer);
        return facts(key, found['size'], found['generation'], found['updated']);
      } catch (error) {
        throw translate(error);
      }
    },
    async remove(key) {
      checkFileKey(key);
      try {
        const answer = await send({ method: 'DELETE', url: objectUrl(key), headers: {} });
        answer.destroy();
        if (answer.statusCode !== 204 && answer.statusCode !== 200 && answer.statusCode !== 404) throw refusal(answer);
      } catch (error) {
        throw translate(error);
      }
    },
    close: async () => undefined,
  };
}

/**
 * Metadata and content in one request, so the file never exists without its type and the token that Firebase URLs need.
 */
async function* multipart(key: string, content: Buffer | Readable, boundary: string): AsyncGenerator<Buffer> {
  const description = JSON.stringify({
    name: key,
    contentType: contentTypeOf(key),
    cacheControl: 'private, max-age=300',
    metadata: { firebaseStorageDownloadTokens: randomUUID() },
  });
  const json = 'content-type: application/json; charset=utf-8';
  yield Buffer.from(`--${boundary}\r\n${json}\r\n\r\n${description}\r\n`);
  yield Buffer.from(`--${boundary}\r\ncontent-type: ${contentTypeOf(key)}\r\n\r\n`);
  if (Buffer.isBuffer(content)) yield content;
  else yield* content;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

function rangeHeader(range: ByteRange | undefined): Readonly<Record<string, string>> {
  return range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
}

function factsOfHead(key: string, { headers }: IncomingMessage): FileFacts {
  const size = /\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'];
  return facts(key, size, headers['x-goog-generation'], headers['last-modified']);
}

function facts(key: string, size: unknown, generation: unknown, modified: unknown): FileFacts {
  const sizeBytes = typeof size === 'string' && /^\d+$/.test(size) ? Number(size) : Number.NaN;
  const modifiedAt = new Date(typeof modified === 'string' ? modified : Number.NaN);
  if (!Number.isSafeInteger(sizeBytes) || typeof generation !== 'string' || Number.isNaN(modifiedAt.getTime())) {
    throw new Error('The response lacks size or version');
  }
  return { sizeBytes, contentType: contentTypeOf(key), etag: generation, modifiedAt };
}

function refusal({ statusCode }: IncomingMessage): Error {
  return new Error(`Firebase Storage answers ${statusCode}`);
}

function translate(error: unknown): unknown {
  return error instanceof AppError ? error : storeUnavailable(error);
}
