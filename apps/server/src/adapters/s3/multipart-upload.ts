import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { bestEffort } from '../../db/best-effort.ts';

/** S3 requires at least 5 MB for all parts but the last; 10,000 parts are 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

interface Target {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

/** Uploads a stream of unknown length in parts; a failed upload leaves nothing in the store. */
export async function writeStream(client: S3Client, target: Target, content: Readable): Promise<void> {
  const parts = inParts(content);
  const first = await parts.next();
  const start = first.value ?? Buffer.alloc(0);
  if (start.length < PART_BYTES) {
    await client.send(new PutObjectCommand({ ...target, Body: start }));
    return;
  }
  const { Bucket, Key } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  if (UploadId === undefined) throw new Error('The store returned no upload id');
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    const send = async (Body: Buffer): Promise<void> => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
      Parts.push({ ETag, PartNumber });
    };
    await send(start);
    for await (const part of parts) await send(part);
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  } catch (error) {
    await bestEffort('aborting a multipart upload', () =>
      client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })),
    );
    throw error;
  }
}

/** The stream in buffers of one part; only the last is shorter, and none is empty. */
async function* inParts(content: Readable): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    while (size >= PART_BYTES) {
      const all = Buffer.concat(chunks);
      yield all.subarray(0, PART_BYTES);
      chunks = [all.subarray(PART_BYTES)];
      size -= PART_BYTES;
    }
  }
  if (size > 0) yield Buffer.concat(chunks);
  return undefined;
}
