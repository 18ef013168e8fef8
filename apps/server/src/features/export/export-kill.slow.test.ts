import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { expect, inject, it } from 'vitest';
import { accountId } from '../../testing/test-accounts.ts';
import { untilJob } from '../../testing/test-worker.ts';
import { type KillAt, killApp } from '../../testing/worker-processes.ts';

const ACCOUNTS = inject('isLong') ? 200_000 : 20_000;
const START = 'mutation E($input: StartExportInput!) { startExport(input: $input) { job { id } } }';
/** Killed at a row in the middle of the file, when the file is complete but not yet registered, and at the end. */
const STEPS = {
  // The counting statement is not read-only, so this matches reading only.
  row: `reading account where id = '${accountId(ACCOUNTS / 2)}' and current_setting('transaction_read_only') = 'on'`,
  result: 'after update on job for each row when (new.result_key is distinct from old.result_key)',
  end: `after update on job for each row when (new.state = 'SUCCEEDED')`,
};
const LIVES: readonly KillAt<keyof typeof STEPS>[] = [
  { gate: 'row' },
  { gate: 'result', isCut: true },
  { gate: 'result' },
  { gate: 'end', isCut: true },
];

const { test, gates, workers } = await killApp(STEPS, ACCOUNTS);

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const filesIn = async (): Promise<string[]> =>
  (await readdir(workers.folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(workers.folder, join(entry.parentPath, entry.name)));

it.each(['CSV', 'XLSX'])(
  'an export as %s whose workers are killed at each step ends with one complete file [export 5]',
  async (format) => {
    const input = {
      list: 'ACCOUNTS',
      format,
      selection: {},
      columns: [{ key: 'number' }, { key: 'id' }],
      locale: 'en-US',
      timeZone: 'UTC',
    };
    const { id } = (await test.send(START, { input })).body.data.startExport.job;
    for (const life of LIVES) await workers.live(gates, life);
    workers.start();
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await workers.kill();

    const [job] = await rowsOf(
      'select state, done::int, result_key as key, result_rows::int as rows, result_sha256 as sha256 from job where id = $1',
      [id],
    );
    expect(job).toMatchObject({ state: 'SUCCEEDED', done: ACCOUNTS, rows: ACCOUNTS });
    const bytes = await readFile(join(workers.folder, job.key));
    expect(createHash('sha256').update(bytes).digest()).toEqual(job.sha256);
    const [, ...rows] =
      format === 'CSV' ? parse(bytes, { bom: true }) : await readXlsx(bytes).then((sheets) => sheets[0]?.data ?? []);
    expect(new Set(rows.map(([number]) => String(number))).size).toBe(ACCOUNTS);
    expect(rows).toHaveLength(ACCOUNTS);
    // Complete files of dead workers are registered, so the sweep removes them; partial ones are removed at a later
    // start.
    const known = new Set((await rowsOf('select key from file_garbage')).map(({ key }) => key));
    expect((await filesIn()).filter((file) => !file.startsWith('.partial') && !known.has(file))).toEqual([]);
  },
  // Longer: each kill is followed by a start of the worker process.
  300_000,
);
