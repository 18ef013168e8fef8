import type { TaskList } from 'graphile-worker';
import type pg from 'pg';
import { createDatabase, createPool } from '../db/client.ts';
import type { Replica } from '../db/replica.ts';
import { traceStatements } from '../db/statement-spans.ts';
import { JOB_DEFINITIONS } from '../features/index.ts';
import type { JobDefinition } from '../jobs/job-definition.ts';
import { JobWorker, WORKER_CONNECTIONS } from '../jobs/job-worker.ts';
import { systemClock } from '../ports/clock.ts';
import type { PushPort } from '../ports/push.ts';
import type { Tracing } from '../ports/tracing.ts';
import { quietPush, type TestApp } from './test-app.ts';

/** A worker on a test database. `stop` releases its jobs and may be called repeatedly. */
export interface TestWorker {
  stop(): Promise<void>;
}

/** Starts a worker like that of a process with the `worker` role. */
export function startTestWorker(
  { database, fileStore, files, disclosureBudgets, logger }: TestApp,
  definitions: readonly JobDefinition[] = JOB_DEFINITIONS,
  push: PushPort = quietPush,
  tracing: Tracing | null = null,
  replica: Replica | null = null,
  tasks: TaskList = {},
): TestWorker {
  const pool = createPool({
    url: database.url,
    max: WORKER_CONNECTIONS,
    statementTimeoutMs: 60_000,
    acquireTimeoutMs: 5_000,
    applicationName: 'test-worker',
  });
  if (tracing !== null) traceStatements(pool, tracing);
  const worker = new JobWorker({
    pool,
    db: createDatabase(pool),
    replica,
    definitions,
    tasks,
    results: { store: fileStore, noteGarbage: files.noteGarbage },
    files,
    disclosureBudgets,
    push,
    clock: systemClock,
    logger,
    tracing,
  });
  worker.start();
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await worker.stop();
    await pool.end();
  };
  return {
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Makes attempts that wait for their pause due, and wakes the workers, which would look for them a second later. */
export async function hurryAttempts(pool: pg.Pool): Promise<void> {
  await pool.query(`
    with hurried as (
      update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() returning id)
    select pg_notify('jobs:insert', '{"count":1}') from hurried`);
}

/** Waits until a job is in one of these states. */
export async function untilJob(test: TestApp, id: string, ...states: readonly string[]): Promise<void> {
  const client = await test.database.ownerPool.connect();
  try {
    await client.query('LISTEN job_changed');
    for (;;) {
      const changed = new Promise<void>((resolve) => client.once('notification', () => resolve()));
      const { rows } = await client.query<{ state: string }>('select state from job where id = $1', [id]);
      if (states.includes(rows[0]?.state ?? '')) return;
      await changed;
    }
  } finally {
    await client.query('UNLISTEN *');
    client.release();
  }
}
