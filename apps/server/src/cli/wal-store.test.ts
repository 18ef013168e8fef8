import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { SEGMENT_BYTES, WalArchive } from '../embedded/postgres/wal/wal-archive.ts';
import { openWalStore } from './wal-store.ts';

const SEGMENT = '00000001000000000000000A';

let directory: string;
let server: { run(): Promise<{ port: number }>; close(): Promise<void> };
let port: number;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'backcounter-wal-s3-'));
  const configureBuckets = [{ name: 'backups' }];
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  ({ port } = await server.run());
});
afterAll(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

async function archiveAt(place: string): Promise<WalArchive> {
  const store = await openWalStore(
    loadConfig({
      WAL_ARCHIVE: place,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    }),
  );
  if (store === null) throw new Error('WAL_ARCHIVE is not set');
  return new WalArchive(store, '7');
}

describe('a log archive in a bucket', () => {
  it('returns only segments below its prefix', async () => {
    const [one, other] = [await archiveAt('s3://backups/log/one'), await archiveAt('s3://backups/log/other')];
    const segment = Buffer.alloc(SEGMENT_BYTES, 'changes ');
    const closedAt = new Date('2026-11-26T12:00:00.000Z');
    await one.put(SEGMENT, segment, closedAt);
    expect((await one.get(SEGMENT))?.equals(segment)).toBe(true);
    expect(await one.timeline(1)).toEqual({ since: null, until: closedAt, last: SEGMENT });
    expect(await other.get(SEGMENT)).toBeNull();
    await one.close();
    await other.close();
  });

  it('reports a missing bucket instead of an empty archive', async () => {
    const archive = await archiveAt('s3://elsewhere/log');
    await expect(archive.get(SEGMENT)).rejects.toMatchObject({ code: 'service.unavailable' });
    await archive.close();
  });
});

describe('WAL_ARCHIVE', () => {
  it.each([
    [{ WAL_ARCHIVE: 'https://bucket.example/log' }, 'a folder, or a bucket and a prefix'],
    [{ WAL_ARCHIVE: 's3://No/log' }, 'a folder, or a bucket and a prefix'],
    [{ WAL_ARCHIVE: '/srv/data/log', DATA_DIR: '/srv/data' }, 'WAL_ARCHIVE must be outside DATA_DIR'],
    [
      { WAL_ARCHIVE: '/srv/log', DATABASE_URL: 'postgres://a@b/c' },
      'WAL_ARCHIVE must not be set, because DATABASE_URL is',
    ],
  ])('%o stops the start', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(sentence);
  });
});
