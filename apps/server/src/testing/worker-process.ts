/**
 * A worker process for tests that kill it (`worker-processes.ts`). Arguments: database URL, file folder, URL of the
 * push sandbox.
 */
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { loadConfig } from '../config.ts';
import { createDatabase, createPool } from '../db/client.ts';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { createSandboxPush } from '../embedded/push/sandbox.push.ts';
import { JOB_DEFINITIONS } from '../features/index.ts';
import { noteGarbage } from '../files/garbage.ts';
import { JobWorker, WORKER_CONNECTIONS } from '../jobs/job-worker.ts';
import { systemClock } from '../ports/clock.ts';

const [url = '', folder = '', sandbox = ''] = process.argv.slice(2);
const pool = createPool({
  url,
  max: WORKER_CONNECTIONS,
  statementTimeoutMs: 60_000,
  acquireTimeoutMs: 5_000,
  applicationName: 'worker-process',
});
const db = createDatabase(pool);
const worker = new JobWorker({
  pool,
  db,
  replica: null,
  definitions: JOB_DEFINITIONS,
  tasks: {},
  results: { store: await openDiskFiles(folder), noteGarbage: (key, dueAt) => noteGarbage(db, key, dueAt) },
  disclosureBudgets: loadConfig({}).disclosureBudgets,
  clock: systemClock,
  push: createSandboxPush(async () => sandbox),
  logger: pino({ level: 'silent' }),
  tracing: null,
});
worker.start();
process.on('SIGTERM', () => void worker.stop().then(() => pool.end()));
// Now, because a killed process could not save its compiled code.
flushCompileCache();
