import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DiskWatch } from '../db/disk-watch.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import type { MailKind } from '../mail/mail-kind.ts';
import type { Clock } from '../ports/clock.ts';
import type { MailPort } from '../ports/mail.ts';
import type { PushPort } from '../ports/push.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { FileParts } from './files.ts';

/** Background jobs of this process. */
export interface WorkerParts {
  /** Releases its jobs and stops; waits for current batches. */
  stop(): Promise<void>;
}

/** Statement timeout of jobs. */
const STATEMENT_TIMEOUT_MS = 5 * 60_000;

/** Starts the job worker on its own connections. */
export async function composeWorker({
  config,
  databaseUrl,
  password,
  files,
  push,
  mail,
  mailKinds,
  clock,
  disk,
  logger,
  tracing,
}: {
  config: Pick<Config, 'databaseReplicaUrl' | 'disclosureBudgets' | 'drawKeys' | 'publicUrl'>;
  databaseUrl: string;
  /** See `PoolOptions`. */
  password: (() => Promise<string>) | null;
  files: FileParts;
  push: PushPort;
  /** Null: no mail is sent. */
  mail: MailPort | null;
  mailKinds: readonly MailKind[];
  clock: Clock;
  disk: DiskWatch;
  logger: Logger;
  tracing: Tracing | null;
}): Promise<WorkerParts> {
  const [
    { JobWorker, WORKER_CONNECTIONS },
    { JOB_DEFINITIONS, METRIC_SOURCES },
    { createDatabase, createPool },
    { Housekeeping },
    { verifyNightly },
    { metricMaintenance },
    { GIVEAWAY_CLOCK_MS, giveawayClock },
    { NOTIFICATION_CLOCK_MS, notificationClock },
    { composeReplica },
    { mailTask },
    { MAIL_TASK },
  ] = await Promise.all([
    import('../jobs/job-worker.ts'),
    import('../features/index.ts'),
    import('../db/client.ts'),
    import('../housekeeping/housekeeping.ts'),
    import('../ledger/nightly-verification.ts'),
    import('../metrics/metric.maintenance.ts'),
    import('../features/giveaway/draw/due-giveaways.ts'),
    import('../features/notification/dispatch/dispatch.maintenance.ts'),
    import('./replica.ts'),
    import('../mail/mail-task.ts'),
    import('../mail/mail-queue.ts'),
  ]);
  let isEnding = false;
  const limits = {
    max: WORKER_CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: 10_000,
  };
  const pool = createPool({
    ...limits,
    url: databaseUrl,
    password,
    applicationName: `backcounter-worker/${APP_VERSION}`,
    onConnectionError: ({ message }) => {
      if (!isEnding) logger.warn({ reason: message }, 'the worker lost a database connection');
    },
  });
  disk.watch(pool);
  if (tracing !== null) {
    const { traceStatements } = await import('../db/statement-spans.ts');
    traceStatements(pool, tracing);
  }
  const replica = await composeReplica(config, {
    ...limits,
    applicationName: `backcounter-worker-replica/${APP_VERSION}`,
    primary: pool,
    logger,
    tracing,
  });
  const db = createDatabase(pool);
  const results = { store: files.store, noteGarbage: files.services.noteGarbage };
  const { disclosureBudgets, publicUrl } = config;
  const definitions = JOB_DEFINITIONS;
  const worker = new JobWorker({
    pool,
    db,
    replica,
    definitions,
    tasks: mail === null ? {} : { [MAIL_TASK]: mailTask({ db, port: mail, kinds: mailKinds, publicUrl, logger }) },
    results,
    files: files.services,
    disclosureBudgets,
    push,
    clock,
    logger,
    tracing,
  });
  worker.start();
  // Separate from the other tasks: its statements may take minutes.
  const nightly = new Housekeeping(db, [{ name: 'ledger.verify', runBatch: verifyNightly }]);
  nightly.start();
  // Likewise when counting history.
  const metrics = new Housekeeping(db, metricMaintenance(METRIC_SOURCES));
  metrics.start();
  const giveaways = new Housekeeping(db, giveawayClock(files.store, config.drawKeys), GIVEAWAY_CLOCK_MS);
  giveaways.start();
  const notifications = new Housekeeping(db, notificationClock, NOTIFICATION_CLOCK_MS);
  notifications.start();
  return {
    stop: async () => {
      isEnding = true;
      await Promise.all([worker.stop(), nightly.stop(), metrics.stop(), giveaways.stop(), notifications.stop()]);
      await replica?.close();
      await pool.end();
    },
  };
}
