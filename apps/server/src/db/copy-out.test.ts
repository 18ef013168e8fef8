import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CopySource, copyOut } from './copy-out.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const source = (columns: readonly string[], values: readonly unknown[] = [], rest = ''): CopySource => ({
  columns,
  rest,
  values,
  timeZone: 'Asia/Kolkata',
  format: 'text',
  signal: AbortSignal.timeout(60_000),
});
const ENDLESS =
  'from (with recursive r (n) as (select 1::bigint union all select n + 1 from r) select n from r) as endless';
const copying = async () => {
  const { rows } = await database.ownerPool.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'active' and query like 'copy (select%'`,
  );
  return rows.length;
};

describe('rows by COPY', () => {
  it('contain values literally, also SQL', async () => {
    const hostile = ["'; drop table account; --", "\\'; select 1 --", '$1 $2 $10', '"', 'ü😀', "E'\\x27'"];
    const columns = [
      ...hostile.map((_, index) => `$${index + 1}::text`),
      '($7::text[])[2]',
      '$8::timestamptz',
      '$9::int + 1',
      '$10::text',
      'cardinality($11::uuid[])',
    ];
    const values = [...hostile, ['a', "b'"], new Date('2026-11-21T12:00:00Z'), 41, null, []];
    const [kinds, read] = await copyOut(database.pool, source(columns, values), async ({ kinds: found, stream }) => [
      found,
      await text(stream),
    ]);
    expect(read.trimEnd().split('\t')).toEqual([
      ...hostile.map((value) => value.replaceAll('\\', '\\\\')),
      "b'",
      '2026-11-21 17:30:00+05:30',
      '42',
      '\\N',
      '0',
    ]);
    expect(kinds.slice(-5)).toEqual(['TEXT', 'INSTANT', 'NUMBER', 'TEXT', 'NUMBER']);
  });

  it('end in the database when the signal aborts [export 6]', async () => {
    const stop = new AbortController();
    const reason = new Error('not wanted');
    const copied = copyOut(
      database.pool,
      { ...source(['n'], [], ENDLESS), signal: stop.signal },
      async ({ stream }) => {
        for await (const _chunk of stream) stop.abort(reason);
      },
    );
    await expect(copied).rejects.toBe(reason);
    await expect.poll(copying).toBe(0);
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  });

  it('end before the first row, too [export 6]', async () => {
    const stop = new AbortController();
    const reason = new Error('not wanted');
    const slow = { ...source(['pg_sleep(600)::text']), signal: stop.signal };
    const copied = copyOut(database.pool, slow, async ({ stream }) => {
      void expect
        .poll(copying)
        .toBe(1)
        .finally(() => stop.abort(reason));
      await buffer(stream);
    });
    await expect(copied).rejects.toBe(reason);
    await expect.poll(copying).toBe(0);
  });

  it('end when the reader fails, and wait for a slow reader', async () => {
    const failure = new Error('full');
    const copied = copyOut(database.pool, source(['n'], [], ENDLESS), async ({ stream }) => {
      for await (const chunk of stream) {
        expect((chunk as Buffer).length).toBeLessThan(1_000_000);
        throw failure;
      }
    });
    await expect(copied).rejects.toBe(failure);
    await expect.poll(copying).toBe(0);
  });

  it('report a failed statement, and leave the connection usable', async () => {
    const broken = copyOut(
      database.pool,
      source(['1 / (n - 5)'], [], 'from generate_series(1, 9) as n'),
      ({ stream }) => buffer(stream),
    );
    await expect(broken).rejects.toMatchObject({ code: '22012' });
    expect(await copyOut(database.pool, source(['1']), ({ stream }) => text(stream))).toBe('1\n');
  });
});
