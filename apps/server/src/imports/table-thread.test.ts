import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { fileApp } from '../testing/file-app.ts';
import type { Files } from './reading/table.ts';
import { lookAtTable, readInThread, tableRows } from './table-thread.ts';

const test = await fileApp();

const HOSTILE = new URL('./testing/hostile.worker.ts', import.meta.url);
const noFiles: Files = { read: () => Promise.reject(new Error('not used')) };
const reading = { encoding: 'UTF_8', delimiter: 'COMMA', sheets: [], sheet: null } as const;
const csv = { format: 'CSV', reading: { ...reading, choices: [], headingRow: 1, topRows: [] } } as const;
const filesOf = (content: Readable): Files => ({
  read: async () => ({ content, sizeBytes: 1, contentType: '', etag: '', modifiedAt: new Date(0) }),
});
const isHealthy = async () => expect((await test.app.inject('/healthz')).statusCode).toBe(200);

it('answers requests while a file is being read, however long that takes [import 4]', async () => {
  const answers = readInThread(HOSTILE, noFiles, { key: 'gate', given: {} }, 10_000);
  await answers.next();
  const { value } = await answers.next();
  // The reader is blocked until this thread opens the gate.
  await isHealthy();
  const gate = new Int32Array((value as unknown as { look: SharedArrayBuffer }).look);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  expect((await answers.next()).done).toBe(true);
});

it.each(['endless', 'memory'])('ends a reader beyond its limits: %s', async (key) => {
  const answers = readInThread(HOSTILE, noFiles, { key, given: {} }, 300);
  expect((await answers.next()).value).toEqual({ rows: [{ number: 1, cells: ['a'] }] });
  await expect(answers.next()).rejects.toMatchObject({ rule: 'file-too-complex', row: 0 });
  await isHealthy();
});

it('looks at more files than it may at once, one after the other', async () => {
  const files: Files = { read: (key, range) => filesOf(Readable.from([Buffer.from('a,b\n1,2\n')])).read(key, range) };
  const looks = Array.from({ length: 4 }, () => lookAtTable(files, 'a', {}));
  for (const { headers } of await Promise.all(looks)) expect(headers).toEqual(['a', 'b']);
});

it('reports the failure of the file store, before and after the first bytes', async () => {
  const failure = new Error('the store is down');
  const failing: Files = { read: () => Promise.reject(failure) };
  await expect(tableRows(failing, { key: 'a', ...csv }).next()).rejects.toBe(failure);
  const half = Readable.from(
    (async function* () {
      yield Buffer.from('a,b\n');
      throw failure;
    })(),
  );
  const rows = tableRows(filesOf(half), { key: 'a', ...csv });
  await expect(rows.next().then(() => rows.next())).rejects.toBe(failure);
});

it('reads no more than is wanted, and closes the file early', async () => {
  let read = 0;
  const content = Readable.from(
    (function* () {
      for (;;) {
        read += 1;
        yield Buffer.from('a,b\n'.repeat(1_000));
      }
    })(),
  );
  const rows = tableRows(filesOf(content), { key: 'a', ...csv });
  expect((await rows.next()).value).toEqual({ number: 1, cells: ['a', 'b'] });
  await rows.return(undefined);
  expect(content.destroyed).toBe(true);
  expect(read).toBeLessThan(200);
});
