import { mkdtemp, rm } from 'node:fs/promises';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeFileStore } from '../../ports/testing/file-store.contract.ts';
import { createS3Files, type S3Settings } from './s3.files.ts';

const settings = (port: number, changed: Partial<S3Settings> = {}): S3Settings => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket: 'backcounter',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  ...changed,
});

async function startServer() {
  const directory = await mkdtemp(path.join(tmpdir(), 'files-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'backcounter' }],
  });
  const { port } = await server.run();
  const end = async () => {
    await server.close();
    await rm(directory, { recursive: true });
  };
  return { port, end };
}

describeFileStore(
  'a store that speaks S3 [spec 1.13]',
  async () => {
    const { port, end } = await startServer();
    return { store: createS3Files(settings(port)), end };
  },
  false,
);

describe('S3', () => {
  it('is unavailable, not empty, with a wrong key or a missing bucket [spec 8.30]', async () => {
    const server = await startServer();
    for (const changed of [{ secretAccessKey: 'wrong' }, { bucket: 'another' }]) {
      const store = createS3Files(settings(server.port, changed));
      await expect(store.read('a.png')).rejects.toMatchObject({ code: 'service.unavailable' });
      await expect(store.write('a.png', Buffer.from('x'))).rejects.toMatchObject({ code: 'service.unavailable' });
      await store.close();
    }
    await server.end();
  });
});

describe('invalid S3 responses', () => {
  let server: http.Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const storeOn = async (listener: RequestListener) => {
    server = http.createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return createS3Files(settings((server.address() as AddressInfo).port));
  };

  it.each<[string, RequestListener]>([
    ['an error of its own', (_request, response) => void response.writeHead(500).end('oops')],
    [
      'a page',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    ],
    ['a broken connection', (request) => void request.socket.destroy()],
    ['a refusal', (_request, response) => void response.writeHead(403).end()],
  ])('%s count as unavailable [spec 8.30]', async (_name, listener) => {
    const store = await storeOn(listener);
    await expect(store.stat('a.png')).rejects.toMatchObject({ code: 'service.unavailable' });
    await expect(store.read('a.png')).rejects.toMatchObject({ code: 'service.unavailable' });
  });

  it('aborts the upload of a broken stream', async () => {
    const calls: string[] = [];
    const store = await storeOn((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
      calls.push(`${request.method} ${pathname} ${[...searchParams.keys()].filter((name) => name !== 'x-id').sort()}`);
      request.resume().once('end', () => {
        if (searchParams.has('uploads')) {
          response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
        } else response.writeHead(request.method === 'DELETE' ? 204 : 200, { etag: '"x"' }).end();
      });
    });
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(9_000_000);
        throw new Error('gone');
      })(),
      { objectMode: false },
    );
    await expect(store.write('exports/broken', broken)).rejects.toThrow('gone');
    expect(calls).toEqual([
      'POST /backcounter/exports/broken uploads',
      'PUT /backcounter/exports/broken partNumber,uploadId',
      'DELETE /backcounter/exports/broken uploadId',
    ]);
  });

  it('no response counts as unavailable after a short time', async () => {
    const asked = Promise.withResolvers<void>();
    const store = await storeOn(() => asked.resolve());
    const late = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    const refused = expect(store.stat('a.png')).rejects.toMatchObject({ code: 'service.unavailable' });
    await asked.promise;
    expect(limit).toHaveBeenCalledExactlyOnceWith(5_000);
    late.abort(new DOMException('', 'TimeoutError'));
    await refused;
    limit.mockRestore();
  });
});
