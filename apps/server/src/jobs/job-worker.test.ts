import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { insertAccounts, insertReferenceData, removeAccounts } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';

const PROGRAM = fileURLToPath(new URL('../testing/worker-process.ts', import.meta.url));
/** Several batches, to be interrupted in between. */
const ACCOUNTS = 5_000;

let test: TestApp;
let folder: string;
beforeAll(async () => {
  test = await createTestApp();
  folder = await mkdtemp(join(tmpdir(), 'worker-files-'));
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query(`truncate job cascade; truncate job_worker;
    truncate staff_audit_event; truncate graphile_worker._private_jobs`);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

async function startJob(): Promise<string> {
  const answer = await test.send(
    'mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "r" }) { id } }',
  );
  return answer.body.data.startAccountBulk.id;
}

/** A worker in a process of its own. */
async function startProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--conditions=source', PROGRAM, test.database.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
}

const one = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows[0];

/** Waits until the job has dealt with so many records. */
async function untilDone(id: string, done: number): Promise<void> {
  while ((await one('select done from job where id = $1', [id])).done < done) await sleep(10);
}

async function expectEachOnce(id: string): Promise<void> {
  const suspended = Math.floor(ACCOUNTS / 5);
  expect(
    await one(
      `select count(*)::int as rows, count(distinct entity_id)::int as records from staff_audit_event where action = 'account.suspend'`,
    ),
  ).toEqual({ rows: ACCOUNTS - suspended, records: ACCOUNTS - suspended });
  expect(await one(`select count(*)::int as twice from account where version > 2`)).toEqual({ twice: 0 });
  expect(await one('select state, done, total, outcomes, result_rows from job where id = $1', [id])).toEqual({
    state: 'SUCCEEDED',
    done: ACCOUNTS,
    total: ACCOUNTS,
    outcomes: { DONE: ACCOUNTS - suspended, 'SKIPPED already-suspended': suspended },
    result_rows: suspended,
  });
  expect(await one('select count(*)::int as left from graphile_worker.jobs')).toEqual({ left: 0 });
}

describe('a worker', () => {
  it('that ends in order hands its job back at once, and a process that is still there goes on [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, ACCOUNTS);
    const id = await startJob();
    const child = await startProcess();
    // After the first batch, so that others are left even where the machine is slow to say so.
    await untilDone(id, 1);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
    const { state, done } = await one('select state, done from job where id = $1', [id]);
    expect(state).toBe('QUEUED');
    expect(done).toBeLessThan(ACCOUNTS);
    expect(await one('select count(*)::int as workers from job_worker')).toEqual({ workers: 0 });
    const next = startTestWorker(test);
    onTestFinished(() => next.stop());
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await next.stop();
    await expectEachOnce(id);
  });

  it('that lost its job to another one writes nothing more [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, ACCOUNTS);
    const id = await startJob();
    // Two that both believe that the job is theirs: the first is given up while it works.
    const first = startTestWorker(test);
    await untilDone(id, 1_000);
    await test.database.ownerPool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    const second = startTestWorker(test);
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined));
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    expect((await one('select epoch from job where id = $1', [id])).epoch).toBeGreaterThan(1);
    await Promise.all([first.stop(), second.stop()]);
    await expectEachOnce(id);
  });

  it('shares the jobs with others: each is worked on once [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, 50);
    const ids = [];
    for (let n = 0; n < 6; n += 1) {
      const answer = await test.send(
        `mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "number ${n}" }) { id } }`,
      );
      ids.push(answer.body.data.startAccountBulk.id as string);
    }
    const workers = [startTestWorker(test), startTestWorker(test)];
    for (const id of ids) await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await one('select count(*)::int as jobs, max(epoch) as epoch from job')).toEqual({ jobs: 6, epoch: 1 });
    expect(await one("select count(*)::int as rows from staff_audit_event where action = 'account.suspend'")).toEqual({
      rows: 40,
    });
  });

  it('fails a job whose last attempt was cut off, instead of leaving it running for ever', async () => {
    const id = await startJob();
    await test.database.ownerPool.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now() - interval '1 minute', locked_by = 'dead';
       update job set state = 'RUNNING'`,
    );
    const worker = startTestWorker(test);
    onTestFinished(() => worker.stop());
    await untilJob(test, id, 'FAILED');
    expect(await one('select error_code from job where id = $1', [id])).toEqual({ error_code: 'unexpected' });
    expect(await one('select count(*)::int as left from graphile_worker.jobs')).toEqual({ left: 0 });
  });
});
