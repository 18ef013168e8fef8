/**
 * A worker process for tests that kill it (`worker-processes.ts`). Arguments: database URL, file folder, URL of the
 * push sandbox.
 */
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { normalisePicture } from '../adapters/sharp/sharp.pictures.ts';
import { loadConfig } from '../config.ts';
import { createDatabase, createPool } from '../db/client.ts';
import { ServerSecrets } from '../db/server-secret.ts';
import { openDiskFiles } from '../embedded/files/disk.files.ts';
import { createSandboxPush } from '../embedded/push/sandbox.push.ts';
import { JOB_DEFINITIONS } from '../features/index.ts';
import { createFileServices } from '../files/file-services.ts';
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
const store = await openDiskFiles(folder);
const worker = new JobWorker({
  pool,
  db,
  replica: null,
  definitions: JOB_DEFINITIONS,
  tasks: {},
  results: { store, noteGarbage: (key, dueAt) => noteGarbage(db, key, dueAt) },
  files: createFileServices({
    db,
    secrets: await ServerSecrets.open(db),
    store,
    clock: systemClock,
    isStoreShared: false,
    normalisePicture,
  }),
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
