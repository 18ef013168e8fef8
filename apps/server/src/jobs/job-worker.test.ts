import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Gates } from '../testing/gates.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';
import { WorkerProcesses } from '../testing/worker-processes.ts';

/** Several batches: the first has 500 records, the second at most 2,250. */
const ACCOUNTS = 5_000;

let test: TestApp;
let gates: Gates<'effect' | 'progress' | 'read'>;
let workers: WorkerProcesses;
beforeAll(async () => {
  test = await createTestApp();
  gates = await Gates.build(test.database, {
    effect: 'before insert on job_problem',
    progress: 'after update on job for each row when (new.done > old.done)',
    read: `reading account where id = '${accountId(600)}'`,
  });
  workers = await WorkerProcesses.prepare(test.database);
  await insertReferenceData(test.database.ownerPool);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await test.database.ownerPool.query(`truncate job cascade; truncate job_worker;
    truncate staff_audit_event; truncate graphile_worker._private_jobs`);
});
afterAll(async () => {
  await workers.end();
  await gates.end();
  await test.close();
});

async function startJob(): Promise<string> {
  const answer = await test.send(
    'mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "r" }) { job { id } } }',
  );
  return answer.body.data.startAccountBulk.job.id;
}

const one = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows[0];

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
  it('that shuts down returns its job immediately, and another process continues it [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, ACCOUNTS);
    const id = await startJob();
    await gates.close('progress', 2);
    const child = workers.start();
    await gates.reached('progress');
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    // A clean shutdown finishes the batch.
    await gates.open('progress');
    expect(await exit).toEqual([0, null]);
    const { state, done } = await one('select state, done from job where id = $1', [id]);
    expect(state).toBe('QUEUED');
    expect(done).toBeGreaterThan(500);
    expect(done).toBeLessThan(ACCOUNTS);
    expect(await one('select count(*)::int as workers from job_worker')).toEqual({ workers: 0 });
    const next = startTestWorker(test);
    onTestFinished(() => next.stop());
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await next.stop();
    await expectEachOnce(id);
  });

  it('that lost its job to another writes nothing more [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, ACCOUNTS);
    const id = await startJob();
    // Two workers that both hold the job: the first is declared dead while it works.
    await gates.close('effect', 2);
    const first = startTestWorker(test);
    await gates.reached('effect');
    // During its second batch, from record 501 on, another worker claims the job and starts with the same records.
    await gates.close('read');
    await test.database.ownerPool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    const second = startTestWorker(test);
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => undefined));
    await gates.reached('read');
    await gates.open('effect');
    await first.stop();
    expect(await one('select state, done, epoch from job where id = $1', [id])).toEqual({
      state: 'RUNNING',
      done: 500,
      epoch: 2,
    });
    await gates.open('read');
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await second.stop();
    await expectEachOnce(id);
  });

  it('shares jobs with others; each job runs once [jobs 9]', async () => {
    await insertAccounts(test.database.ownerPool, 50);
    const ids = [];
    for (let n = 0; n < 6; n += 1) {
      const answer = await test.send(
        `mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "number ${n}" }) { job { id } } }`,
      );
      ids.push(answer.body.data.startAccountBulk.job.id as string);
    }
    const workers = [startTestWorker(test), startTestWorker(test)];
    for (const id of ids) await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await one('select count(*)::int as jobs, max(epoch) as epoch from job')).toEqual({ jobs: 6, epoch: 1 });
    expect(await one("select count(*)::int as rows from staff_audit_event where action = 'account.suspend'")).toEqual({
      rows: 40,
    });
  });

  it('fails a job whose last attempt was cut off, instead of leaving it running', async () => {
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
