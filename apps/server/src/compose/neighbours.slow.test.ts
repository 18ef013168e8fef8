import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../db/testing/test-database.ts';
import { freePort } from '../testing/free-port.ts';
import { startServerProcess } from '../testing/server-process.ts';

it('a missing bucket and a dead Redis are reported at the start and by /readyz?deep, and the server serves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neighbours-'));
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder });
  const database = await createTestDatabase();
  const [bucketPort, port, closedPort] = [(await store.run()).port, await freePort(), await freePort()];
  const server = await startServerProcess(database, {
    port,
    publicUrl: `http://localhost:${port}`,
    dataDir: join(folder, 'data'),
    env: {
      DEMO: 'false',
      REALTIME: 'redis',
      REDIS_URL: `redis://127.0.0.1:${closedPort}`,
      FILES: 's3',
      S3_BUCKET: 'absent',
      S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
  });
  onTestFinished(async () => {
    await server.stop();
    await store.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const files =
    "The file store can't be used (NoSuchBucket): check its settings, the bucket's name and the rights of the key";
  const redis = 'Redis does not answer';
  await expect
    .poll(() => server.said, { timeout: 30_000 })
    .toEqual(expect.arrayContaining([`Warning: ${files}.`, `Warning: ${redis}.`]));
  const deep = await fetch(`${server.url}/readyz?deep`);
  expect([deep.status, await deep.json()]).toEqual([
    503,
    expect.objectContaining({ checks: expect.objectContaining({ files, redis }) }),
  ]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
