import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { untilJob } from '../../testing/test-worker.ts';

const isLong = inject('isLong');
const KILLS = isLong ? 60 : 3;
const ACCOUNTS = isLong ? 200_000 : 20_000;
const PROGRAM = fileURLToPath(new URL('../../testing/worker-process.ts', import.meta.url));
const START = 'mutation E($input: StartExportInput!) { startExport(input: $input) { id } }';

let test: TestApp;
let folder: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'export-files-'));
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const filesIn = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

async function startProcess(): Promise<ChildProcess> {
  child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

async function kill(process: ChildProcess): Promise<void> {
  process.kill('SIGKILL');
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

it.each(['CSV', 'XLSX'])(
  'an export as %s whose workers are killed in the middle is one whole file in the end [export 5]',
  async (format) => {
    const input = {
      list: 'ACCOUNTS',
      format,
      selection: {},
      columns: [{ key: 'number' }, { key: 'id' }],
      locale: 'en-US',
      timeZone: 'UTC',
    };
    const { id } = (await test.send(START, { input })).body.data.startExport;
    const state = async () => (await rowsOf('select state, done::int, total::int from job where id = $1', [id]))[0];
    let midway = 0;
    for (let kills = 0; kills < KILLS; kills += 1) {
      const worker = await startProcess();
      while ((await state()).state === 'QUEUED') await sleep(1);
      // Later each time, so that it dies before, in and behind the writing of the file.
      await sleep(kills * 60);
      await kill(worker);
      if ((await state()).state === 'SUCCEEDED') break;
      midway += 1;
      await rowsOf(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute'`);
      await rowsOf(`update graphile_worker._private_jobs set attempts = 0, run_at = now(),
      locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
    }
    expect(midway).toBeGreaterThan(0);
    const last = await startProcess();
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await kill(last);

    const [job] = await rowsOf(
      'select state, done::int, result_key as key, result_rows::int as rows, result_sha256 as sha256 from job where id = $1',
      [id],
    );
    expect(job).toMatchObject({ state: 'SUCCEEDED', done: ACCOUNTS, rows: ACCOUNTS });
    const bytes = await readFile(join(folder, job.key));
    expect(createHash('sha256').update(bytes).digest()).toEqual(job.sha256);
    const [, ...rows] =
      format === 'CSV' ? parse(bytes, { bom: true }) : await readXlsx(bytes).then((sheets) => sheets[0]?.data ?? []);
    expect(new Set(rows.map(([number]) => String(number))).size).toBe(ACCOUNTS);
    expect(rows).toHaveLength(ACCOUNTS);
    // What the killed ones left whole is known, so that the sweep removes it; half-written files go at a later start.
    const known = new Set((await rowsOf('select key from file_garbage')).map(({ key }) => key));
    expect((await filesIn()).filter((file) => !file.startsWith('.partial') && !known.has(file))).toEqual([]);
  },
  300_000,
);
