import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../ports/clock.ts';
import { describeFileStore } from '../../ports/testing/file-store.contract.ts';
import { parseServiceAccount } from './service-account.ts';
import { createFirebaseFiles } from './storage.files.ts';
import { type StorageDouble, startStorageDouble } from './testing/storage-double.ts';

const bucket = 'backcounter.appspot.com';

describeFileStore('Firebase Storage', async () => {
  const { origin, serviceAccount, end } = await startStorageDouble();
  const store = createFirebaseFiles({ bucket, clock: systemClock, serviceAccount, origin });
  return { store, end, now: async () => Date.now() };
});

describe('Firebase Storage', () => {
  let double: StorageDouble;
  let hostile: http.Server | undefined;
  beforeEach(async () => {
    double = await startStorageDouble();
  });
  afterEach(async () => {
    hostile?.closeAllConnections();
    hostile?.close();
    await double.end();
  });

  it('is signed in to once for many calls, and again when the token is rejected [spec 8.30]', async () => {
    const store = createFirebaseFiles({
      bucket,
      clock: systemClock,
      serviceAccount: double.serviceAccount,
      origin: double.origin,
    });
    await Promise.all([1, 2, 3, 4].map((n) => store.write(`a/${n}`, Buffer.from('x'))));
    expect(double.tokens).toHaveLength(1);
    double.revoke();
    await expect(store.stat('a/1')).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await store.stat('a/1')).not.toBeNull();
    expect(double.tokens).toHaveLength(2);
  });

  it('receives each file with its type and its own download token [spec 1.13]', async () => {
    const store = createFirebaseFiles({
      bucket,
      clock: systemClock,
      serviceAccount: double.serviceAccount,
      origin: double.origin,
    });
    await store.write('profile_pictures/x.png', Buffer.from('1'));
    const first = double.objects.get('profile_pictures/x.png');
    await store.write('profile_pictures/x.png', Buffer.from('2'));
    const second = double.objects.get('profile_pictures/x.png');
    expect(first).toMatchObject({
      contentType: 'image/png',
      metadata: { firebaseStorageDownloadTokens: expect.any(String) },
    });
    expect(second?.metadata).not.toEqual(first?.metadata);
  });

  it('rejects another account’s key', async () => {
    const other = await startStorageDouble();
    const serviceAccount = { ...double.serviceAccount, privateKey: other.serviceAccount.privateKey };
    const store = createFirebaseFiles({ bucket, clock: systemClock, serviceAccount, origin: double.origin });
    await expect(store.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(double.tokens).toEqual([]);
    await other.end();
  });

  it.each<[string, RequestListener]>([
    ['an error of its own', (_request, response) => void response.writeHead(500).end('oops')],
    [
      'a page',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    ],
    ['JSON of another kind', (_request, response) => void response.writeHead(200).end('[null]')],
    ['broken JSON', (_request, response) => void response.writeHead(200).end('{"size":')],
    [
      'an answer without end',
      (_request, response) => void setInterval(() => response.write('x'.repeat(500_000)), 1).unref(),
    ],
    ['a broken connection', (request) => void request.socket.destroy()],
    ['silence', () => undefined],
  ])('that answers with %s is unavailable [spec 8.30]', async (_name, listener) => {
    hostile = http.createServer(listener).listen(0, '127.0.0.1');
    await once(hostile, 'listening');
    const { port } = hostile.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    const store = createFirebaseFiles({ bucket, clock: systemClock, serviceAccount: double.serviceAccount, origin });
    const calls = [store.stat('a'), store.read('a'), store.write('a', Buffer.from('x')), store.remove('a')];
    // Remove ignores the response body: a 200 is enough.
    const refusals = (await Promise.allSettled(calls)).slice(0, 3) as PromiseRejectedResult[];
    expect(refusals.map(({ reason }) => reason?.code)).toEqual(Array(3).fill('service.unavailable'));
  });
});

describe('the key file of a service account', () => {
  it('is parsed, and anything else is rejected', () => {
    const key = {
      client_email: 'a@b.example',
      private_key: '-----BEGIN PRIVATE KEY-----',
      project_id: 'p',
      type: 'service_account',
    };
    expect(parseServiceAccount(JSON.stringify(key))).toMatchObject({
      clientEmail: 'a@b.example',
      projectId: 'p',
      tokenUri: 'https://oauth2.googleapis.com/token',
    });
    for (const text of ['', '{', '[]', 'null', JSON.stringify({ ...key, private_key: 'x' }), '/etc/key.json']) {
      expect(parseServiceAccount(text)).toBeNull();
    }
  });
});
