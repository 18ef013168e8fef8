import { once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { inTransaction } from '../db/transaction.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { FileStore } from '../ports/files.ts';
import { storeUnavailable } from '../ports/files.ts';
import { fileApp } from '../testing/file-app.ts';
import { type TestApp, testIdentity } from '../testing/test-app.ts';
import { startTestWorker, untilJob } from '../testing/test-worker.ts';
import { enqueueJob } from './enqueue-job.ts';
import { defineJob, type JobRun } from './job-definition.ts';

/** The work of the test job, set by each test. */
let work: (run: JobRun) => Promise<void>;
const test = await fileApp();
beforeEach(() => test.database.ownerPool.query('truncate job cascade; truncate graphile_worker._private_jobs'));

const fileJob = defineJob({
  kind: 'test.file',
  params: z.strictObject({ name: z.string() }),
  permission: 'job.manage',
  summarise: ({ name }) => ({ name }),
  limitPerPerson: async () => 2,
  run: (run) => work(run),
});

async function enqueue(name: string, token = 'admin'): Promise<string> {
  const caller = await testIdentity.authenticate(token);
  return inTransaction(test.database.db, (db) =>
    enqueueJob({ db, caller, requestId: 'r' } as unknown as RequestContext, fileJob, { name }, { dedupe: name }),
  );
}
function startWorker(app: TestApp = test) {
  const worker = startTestWorker(app, [fileJob]);
  onTestFinished(() => worker.stop());
  return worker;
}
const row = async (id: string) =>
  (
    await test.database.ownerPool.query(
      'select state, done::int, outcomes, epoch, error_code, result_key, result_rows::int from job where id = $1',
      [id],
    )
  ).rows[0];

/** Content that never ends, even when the job is stopped. */
async function* stuck(): AsyncGenerator<string> {
  yield 'first';
  await new Promise(() => undefined);
}

describe('a job that works in batches', () => {
  it('prepares each batch before its transaction starts', async () => {
    const prepared: Date[] = [];
    const started: Date[] = [];
    work = (run) =>
      run.batches<number>(
        async (trx, cursor) => {
          const { rows } = await sql<{ at: Date }>`select now() as at`.execute(trx);
          started.push(...rows.map(({ at }) => at));
          return cursor === 2 ? null : { cursor: (cursor ?? 0) + 1, done: 1, outcomes: {} };
        },
        async () => {
          const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(run.db);
          prepared.push(...rows.map(({ at }) => at));
        },
      );
    const id = await enqueue('batches');
    startWorker();
    await untilJob(test, id, 'SUCCEEDED');
    expect(started).toHaveLength(3);
    expect(prepared).toHaveLength(3);
    for (const [index, at] of started.entries())
      expect(at.getTime()).toBeGreaterThanOrEqual(prepared[index]?.getTime() ?? 0);
  });
});

describe('a job that makes only a file', () => {
  it('reports progress at most twice a second, and the rest at its end [jobs 13]', async () => {
    const told: number[] = [];
    const listener = await test.database.ownerPool.connect();
    onTestFinished(async () => {
      await listener.query('unlisten *');
      listener.release();
    });
    await listener.query('listen job_changed');
    listener.on('notification', () => told.push(1));
    work = async (run) => {
      for (let done = 0; done <= 5_000; done += 1) await run.progress(done, { DONE: done });
      await run.writeResult({ ending: 'csv', content: Readable.from(['a,b\r\n', '1,2\r\n']), rows: () => 1 });
    };
    const id = await enqueue('progress');
    const beganMs = performance.now();
    startWorker();
    await untilJob(test, id, 'SUCCEEDED');
    const halfSeconds = Math.ceil((performance.now() - beganMs) / 500);
    expect(await row(id)).toMatchObject({ done: 5_000, outcomes: { DONE: 5_000 }, result_rows: 1 });
    // New, running and ended, in addition to progress.
    expect(told.length).toBeLessThanOrEqual(3 + halfSeconds);
    const file = await test.fileStore.read((await row(id)).result_key);
    expect(await text(file.content)).toBe('a,b\r\n1,2\r\n');
  });

  it('can be cancelled while its content is pending, and leaves no file [jobs 13]', async () => {
    let begun: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    work = async (run) => {
      await run.progress(7);
      begun();
      await run.writeResult({ ending: 'csv', content: stuck(), rows: () => 0 });
    };
    const id = await enqueue('stuck');
    startWorker();
    await running;
    await test.database.ownerPool.query('update job set cancel_requested_at = now()');
    await untilJob(test, id, 'CANCELED');
    expect(await row(id)).toMatchObject({ done: 7, result_key: null });
    expect(await test.fileStore.stat(`exports/${id}-1.csv`)).toBeNull();
  });

  it('restarts at zero after losing its worker, and discards that worker’s file [jobs 13]', async () => {
    const turns: number[] = [];
    let firstIsThere: () => void = () => undefined;
    const first = new Promise<void>((resolve) => {
      firstIsThere = resolve;
    });
    work = async (run) => {
      turns.push((await row(run.id)).done);
      await run.progress(100, { DONE: 100 });
      if (turns.length === 1) {
        firstIsThere();
        await once(run.signal, 'abort');
      }
      await run.writeResult({ ending: 'csv', content: Readable.from([`turn ${turns.length}`]), rows: () => 1 });
    };
    const id = await enqueue('lost');
    startWorker();
    await first;
    await test.database.ownerPool.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    startWorker();
    await untilJob(test, id, 'SUCCEEDED');
    expect(turns).toEqual([0, 0]);
    expect(await row(id)).toMatchObject({ epoch: 2, done: 100, outcomes: { DONE: 100 } });
    const file = await test.fileStore.read((await row(id)).result_key);
    expect(await text(file.content)).toBe('turn 2');
  });

  it('is retried when the store is full, without an incomplete file [jobs 13]', async () => {
    let isFull = true;
    const full: FileStore = {
      ...test.fileStore,
      write: async (key, content) => {
        if (!isFull) return test.fileStore.write(key, content);
        isFull = false;
        throw storeUnavailable(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
      },
    };
    let turn = 0;
    work = async (run) => {
      turn += 1;
      await run.writeResult({ ending: 'csv', content: Readable.from([`turn ${turn}`]), rows: () => 1 });
    };
    const id = await enqueue('full');
    startWorker({ ...test, fileStore: full });
    await untilJob(test, id, 'SUCCEEDED', 'FAILED');
    expect(await row(id)).toMatchObject({ state: 'SUCCEEDED', epoch: 2, result_key: `exports/${id}-2.csv` });
    expect(await test.fileStore.stat(`exports/${id}-1.csv`)).toBeNull();
  });
});

describe('the limit of a kind', () => {
  it('refuses jobs above a person’s limit, counting each person separately and only unfinished jobs [jobs 14]', async () => {
    await enqueue('one');
    await enqueue('two');
    const refused = await enqueue('three').catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'job.too-many', details: { max: 2 } });
    expect(refused).toBeInstanceOf(AppError);
    // The same request again does not create another job.
    await enqueue('two');
    await enqueue('three', 'marketing');
    await test.database.ownerPool.query(
      "update job set state = 'CANCELED', finished_at = now() where params ->> 'name' = 'one'",
    );
    await enqueue('three');
    const { rows } = await test.database.ownerPool.query(
      "select count(*)::int as jobs from job where state = 'QUEUED'",
    );
    expect(rows).toEqual([{ jobs: 3 }]);
  });

  it('holds for ten concurrent requests [jobs 14]', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => enqueue(`at once ${n}`)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const { rows } = await test.database.ownerPool.query('select count(*)::int as jobs from job');
    expect(rows).toEqual([{ jobs: 2 }]);
  });
});
