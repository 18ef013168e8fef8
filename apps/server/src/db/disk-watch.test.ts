import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPool } from './client.ts';
import { DiskWatch } from './disk-watch.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const fail = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;

it('reports the first statement that fails for lack of space, and when there is space again', async () => {
  const report = vi.fn();
  const pool = createPool({ url: database.url });
  const disk = new DiskWatch(pool, { database: null, files: null }, report);
  try {
    await expect(pool.query('select 1 / 0')).rejects.toThrow();
    expect(disk.trouble).toBeNull();
    for (let time = 0; time < 3; time += 1) await expect(pool.query(fail)).rejects.toThrow();
    expect(disk.trouble).toMatch(/^The disk of the database is full/);
    await expect.poll(() => disk.trouble, { timeout: 20_000 }).toBeNull();
    expect(report.mock.calls).toEqual([
      [expect.stringMatching(/database is full/), expect.objectContaining({ code: '53100' })],
      [expect.stringMatching(/database is full/), null],
    ]);
  } finally {
    await disk.stop();
    await pool.end();
  }
});

it('reports a file that failed for lack of space, and no other failure of files', async () => {
  const disk = new DiskWatch(database.pool, { database: null, files: tmpdir() }, () => undefined);
  disk.noteFile(Object.assign(new Error('not allowed'), { code: 'EACCES' }));
  expect(disk.trouble).toBeNull();
  disk.noteFile(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  expect(disk.trouble).toMatch(/^The disk of DATA_DIR\/files is full/);
  await expect.poll(() => disk.trouble, { timeout: 20_000 }).toBeNull();
  await disk.stop();
});
