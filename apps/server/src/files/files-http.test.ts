import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';

const firebaseId = 'firebase00000000000000000001';
const KEY = `profile_pictures/${firebaseId}.png`;

let origin: string;
let picture: Buffer;
const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 3);
  await test.database.ownerPool.query('update account set has_picture = true where firebase_id = $1', [firebaseId]);
  picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#467' } })
    .png()
    .toBuffer();
  await test.fileStore.write(KEY, picture);
  origin = await test.app.listen({ host: '127.0.0.1', port: 0 });
});

const address = async () => (await test.files.pictures.address(firebaseId))?.url ?? '';

describe('a picture URL', () => {
  it('serves the picture to its holder only, for a limited time [spec 7.23]', async () => {
    const answer = await test.app.inject(await address());
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(picture)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(picture.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, max-age=[1-9]\d{2}$/),
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('answers 304 for a matching etag', async () => {
    const url = await address();
    const { etag } = (await test.app.inject(url)).headers;
    const known = await test.app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } });
    expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', etag]);
    expect((await test.app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
  });

  it('is stable for 5 minutes and valid for 10 to 15 [spec 7.23]', async () => {
    const at = async (time: string) => {
      test.now = new Date(time);
      return (await test.files.pictures.address(firebaseId)) ?? { url: '', expiresAt: 0 };
    };
    const first = await at('2026-03-01T12:00:00Z');
    expect(await at('2026-03-01T12:04:59Z')).toEqual(first);
    expect((await at('2026-03-01T12:05:00Z')).url).not.toBe(first.url);
    expect(new Date(first.expiresAt).toISOString()).toBe('2026-03-01T12:15:00.000Z');
    test.now = new Date('2026-03-01T12:14:59Z');
    expect((await test.app.inject(first.url)).statusCode).toBe(200);
    test.now = new Date('2026-03-01T12:15:00Z');
    expect((await test.app.inject(first.url)).statusCode).toBe(404);
    test.now = new Date('2026-03-01T12:00:00Z');
  });

  it('gives the same 404 as a missing file if altered [spec 7.23] [security 1]', async () => {
    const url = await address();
    const forged = new URL(url, origin);
    const change = (name: string, value: string) => {
      const changed = new URL(forged);
      changed.searchParams.set(name, value);
      return changed.pathname + changed.search;
    };
    const other = url.replace('0001.png', '0002.png');
    await test.fileStore.write('profile_pictures/firebase00000000000000000002.png', picture);
    const answers = await Promise.all(
      [
        other,
        change('expires', '99999999999999'),
        change('v', 'x'),
        change('signature', 'x'.repeat(43)),
        change('signature', ''),
        `${url}&signature=again`,
        forged.pathname,
        url.replace('.png', '.jpg'),
        url.replace('profile_pictures/', 'profile_pictures/..%2Fprofile_pictures%2F'),
        '/files/uploads/x',
      ].map((each) => test.app.inject(each)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    const bodies = new Set(answers.map(({ body }) => body));
    expect(bodies.size).toBe(1);
  });

  it('is null without a picture and for ids that cannot name a file', async () => {
    for (const id of ['firebase00000000000000000003', '', '..', '../uploads/x', 'a/b', 'x'.repeat(400), '\0', '%2e']) {
      expect(await test.files.pictures.address(id)).toBeNull();
    }
  });

  it('is not logged', async () => {
    await test.app.inject(await address());
    expect(test.log.join('')).not.toContain('signature');
  });
});

/** Opens a request whose body the test sends in parts. */
function begin(headers: Record<string, string> = {}, path = '/files/uploads?kind=picture'): ClientRequest {
  const request = http.request(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer admin', ...headers },
  });
  request.on('error', () => undefined);
  return request;
}
async function answerTo(request: ClientRequest): Promise<{ status: number | undefined; code: string; rule?: string }> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const [error] = JSON.parse(await text(response)).errors ?? [];
  return {
    status: response.statusCode,
    code: error?.extensions.code,
    rule: error?.extensions.details?.fields?.file?.[0]?.rule,
  };
}
const uploads = async () => (await test.database.pool.query('select id from file_upload')).rowCount;

describe('uploading a file', () => {
  it('returns the upload to a permitted caller', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/files/uploads?kind=picture',
      headers: { authorization: 'Bearer admin', 'content-type': 'image/png' },
      payload: picture,
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({
      kind: 'picture',
      width: 512,
      height: 512,
      uploadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const hour = new Date(answer.json().expiresAt).getTime() - Date.now();
    expect(hour).toBeGreaterThan(3_500_000);
    expect(await test.fileStore.stat(`uploads/${answer.json().uploadId}`)).toMatchObject({
      sizeBytes: answer.json().sizeBytes,
    });
  });

  it.each([
    ['nobody', {}, 401, 'session.required'],
    ['a person without the right', { authorization: 'Bearer marketing' }, 403, 'access.denied'],
    ['a machine', { authorization: 'Bearer machine' }, 403, 'access.denied'],
    [
      'a form',
      { authorization: 'Bearer admin', 'content-type': 'multipart/form-data; boundary=x' },
      422,
      'field.invalid',
    ],
    ['packed content', { authorization: 'Bearer admin', 'content-encoding': 'gzip' }, 415, 'request.unsupported-media'],
  ])('is refused for %s [pictures 1]', async (_name, headers, status, code) => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/files/uploads?kind=picture',
      headers,
      payload: '--x\r\n',
    });
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([status, code]);
  });

  it.each(['', '?kind=', '?kind=video', '?kind=__proto__', '?kind=picture&kind=picture'])(
    'is refused for the kind %s',
    async (query) => {
      const answer = await test.app.inject({
        method: 'POST',
        url: `/files/uploads${query}`,
        headers: { authorization: 'Bearer admin' },
        payload: picture,
      });
      expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'request.malformed']);
    },
  );

  it('refuses a file that is too large, by its declared and its actual size', async () => {
    const said = begin({ 'content-length': '10000001' });
    said.write(Buffer.alloc(1000));
    expect(await answerTo(said)).toEqual({ status: 413, code: 'request.too-large', rule: 'file-size' });
    said.destroy();
    const sent = begin();
    const answer = answerTo(sent);
    for (let piece = 0; piece < 11; piece += 1) sent.write(randomBytes(1_000_000));
    sent.end();
    expect(await answer).toEqual({ status: 413, code: 'request.too-large', rule: 'file-size' });
  });

  it('leaves nothing after a broken upload', async () => {
    const before = await uploads();
    const broken = begin({ 'content-length': '5000' });
    broken.write(picture);
    await sleep(50);
    broken.destroy();
    await expect.poll(() => uploads()).toBe(before);
  });

  it('receives at most eight files at once', async () => {
    const open = Array.from({ length: 8 }, () => begin({ 'content-length': '5000' }));
    for (const request of open) request.write(Buffer.alloc(10));
    const ninth = async () => {
      const request = begin();
      request.end(picture);
      return (await answerTo(request)).code;
    };
    await expect.poll(ninth).toBe('service.unavailable');
    for (const request of open) request.destroy();
    await expect.poll(ninth).toBeUndefined();
  });

  it('is refused when a person has fifty unused uploads', async () => {
    await test.database.ownerPool.query(
      "insert into file_upload (owner_sub, kind, expires_at) select 'staff-admin', 'picture', now() + interval '1 hour' from generate_series(1, 50)",
    );
    const request = begin();
    request.end(picture);
    expect(await answerTo(request)).toMatchObject({ status: 429, code: 'rate.limited' });
    await test.database.ownerPool.query('truncate file_upload');
  });

  it('answers 503 while the store is unavailable', async () => {
    const write = vi
      .spyOn(test.fileStore, 'write')
      .mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const request = begin();
    request.end(picture);
    expect((await answerTo(request)).status).toBeGreaterThanOrEqual(500);
    write.mockRestore();
  });
});

describe('a shared store', () => {
  it('decides who has a picture', async () => {
    const { createFileServices } = await import('./file-services.ts');
    const { normalisePicture } = await import('../adapters/sharp/sharp.pictures.ts');
    const { pictures } = createFileServices({
      db: test.database.db,
      secrets: test.secrets,
      store: test.fileStore,
      clock: { now: () => test.now },
      isStoreShared: true,
      normalisePicture,
    });
    await test.fileStore.write('profile_pictures/of-the-app.png', picture);
    expect(await pictures.address('of-the-app')).not.toBeNull();
    expect(await test.files.pictures.address('of-the-app')).toBeNull();
    // A URL from one server process works on the others.
    expect((await test.app.inject((await pictures.address('of-the-app'))?.url ?? '')).statusCode).toBe(200);
  });
});
