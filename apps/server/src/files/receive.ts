import { type Readable, Transform } from 'node:stream';
import { AppError } from '@backcounter/domain';

/**
 * Reads an upload into memory. A refused upload is still read to the end and discarded, because some clients read the
 * answer only after sending everything.
 * @throws AppError `request.too-large` with `file-size` on `file`, `request.malformed` if the stream breaks off or is
 * too slow
 */
export function receive(
  { stream, length }: { readonly stream: Readable; readonly length: number | undefined },
  { bytesMax, timeoutMs }: { readonly bytesMax: number; readonly timeoutMs: number },
): Promise<Buffer> {
  if (length !== undefined && length > bytesMax) {
    stream.resume();
    return Promise.reject(tooLarge(bytesMax));
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = (finish: () => void): void => {
      clearTimeout(timer);
      stream.off('data', collect).off('end', complete).off('close', breakOff).off('error', breakOff);
      // Later errors add nothing.
      stream.on('error', () => undefined).resume();
      finish();
    };
    const collect = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > bytesMax) end(() => reject(tooLarge(bytesMax)));
      else chunks.push(chunk);
    };
    const complete = (): void => end(() => resolve(Buffer.concat(chunks)));
    const breakOff = (): void => end(() => reject(malformed('The upload is incomplete.')));
    const timer = setTimeout(() => end(() => reject(malformed('The upload took too long.'))), timeoutMs);
    stream.on('data', collect).on('end', complete).on('close', breakOff).on('error', breakOff);
  });
}

/**
 * Streams an upload to `write` in constant memory and returns its size. A refused upload is read to the end, as in
 * `receive`.
 * @throws AppError as `receive` does, and the errors of `write`
 */
export async function receiveInto(
  { stream, length }: { readonly stream: Readable; readonly length: number | undefined },
  { bytesMax, timeoutMs }: { readonly bytesMax: number; readonly timeoutMs: number },
  write: (content: Readable) => Promise<void>,
): Promise<number> {
  if (length !== undefined && length > bytesMax) {
    stream.resume();
    throw tooLarge(bytesMax);
  }
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > bytesMax) done(tooLarge(bytesMax));
      else done(null, chunk);
    },
  });
  const breakOff = (): void => {
    if (!stream.readableEnded) counted.destroy(malformed('The upload is incomplete.'));
  };
  const timer = setTimeout(() => counted.destroy(malformed('The upload took too long.')), timeoutMs);
  stream.on('close', breakOff).on('error', breakOff).pipe(counted);
  try {
    await write(counted);
    return size;
  } finally {
    clearTimeout(timer);
    stream.unpipe(counted).off('close', breakOff).off('error', breakOff);
    stream.on('error', () => undefined).resume();
  }
}

function tooLarge(bytesMax: number): AppError {
  const megabytes = bytesMax / 1_000_000;
  return new AppError('request.too-large', {
    message: `The file is larger than ${megabytes} MB.`,
    details: { fields: { file: [{ rule: 'file-size', params: { max: megabytes } }] } },
  });
}

function malformed(message: string): AppError {
  return new AppError('request.malformed', { message });
}
