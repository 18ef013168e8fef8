import { AppError, ERROR_CODES } from '@backcounter/domain';
import { Logger as QueueLogger, runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { bestEffort } from '../db/best-effort.ts';
import { MAIL_TASK } from '../mail/mail-queue.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { JobDefinition } from './job-definition.ts';
import { ActiveRun, type ClaimedJob, claimJob, JobPostponed, JobStopped, type RunParts } from './job-run.ts';
import { findStops, sampleQueue, sendGoodbye, sendHeartbeat, takeOver } from './job-takeover.ts';
import { queuePool } from './queue-pool.ts';
import { writeProblems } from './result/job-result.ts';

/** Dependencies of `JobWorker`. */
export interface JobWorkerParts extends RunParts {
  /** The worker's own connections, with a long statement timeout. */
  readonly pool: pg.Pool;
  readonly definitions: readonly JobDefinition[];
  /** Other work of the queue by name, done one at a time: mails. */
  readonly tasks: TaskList;
  readonly logger: Logger;
  /** Null to disable tracing. */
  readonly tracing: Tracing | null;
}

/**
 * Connections that a worker needs: two for each of two jobs, five for a long one and one for each other, one for
 * another task, the listeners of the three queues, the queues themselves, heartbeat and stops.
 */
export const WORKER_CONNECTIONS = 19;

/** Concurrent jobs per process; interactive lists use the same database. */
const CONCURRENCY = 2;
/** Concurrent long jobs, in addition. */
const LONG_CONCURRENCY = 3;
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
const SAMPLE_MS = 15_000;
/** A cancellation takes effect within a second. */
const STOPS_MS = 400;

/** Number of the attempt, from 1. */
interface Attempt {
  readonly attempt: number;
  readonly isLast: boolean;
}

/** Works on queued jobs until stopped. Any number of processes may share one database. */
export class JobWorker {
  readonly #parts: JobWorkerParts;
  readonly #runs = new Set<ActiveRun>();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #ticks = new Set<Promise<unknown>>();
  #pools: WorkerPool[] = [];
  #isStopping = false;

  constructor(parts: JobWorkerParts) {
    this.#parts = parts;
  }

  /** Starts working. */
  start(): void {
    const { definitions, tasks } = this.#parts;
    this.#pools = [
      { list: this.#tasksOf(definitions.filter(({ isLong }) => !isLong)), places: CONCURRENCY },
      { list: this.#tasksOf(definitions.filter(({ isLong }) => isLong)), places: LONG_CONCURRENCY },
      { list: tasks, places: 1 },
    ]
      .filter(({ list }) => Object.keys(list).length > 0)
      .map(({ list, places }) => this.#work(list, places));
    this.#every(HEARTBEAT_MS, 'heartbeat of jobs', async () => {
      for (const { id } of this.#pools) await sendHeartbeat(this.#parts.db, id, [...this.#runs]);
      await takeOver(this.#parts.db, this.#isMailing);
    });
    this.#every(SAMPLE_MS, 'counting jobs that wait', () => sampleQueue(this.#parts.db));
    this.#every(STOPS_MS, 'checking for jobs to stop', () => this.#stopRuns());
  }

  /** Stops after the current batches; unfinished jobs return to the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#ticks);
    for (const run of this.#runs) run.stop('stopping');
    await Promise.all(this.#pools.map((workers) => workers.gracefulShutdown()));
    for (const { id } of this.#pools) {
      await bestEffort('signing off the job worker', () => sendGoodbye(this.#parts.db, id));
    }
  }

  #tasksOf(definitions: readonly JobDefinition[]): TaskList {
    const tasks: TaskList = {};
    for (const definition of definitions) {
      tasks[definition.kind] = (payload: unknown, { job }) =>
        this.#take(definition, payload, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
    }
    return tasks;
  }

  /** Takes these tasks from the queue. */
  #work(tasks: TaskList, concurrency: number): WorkerPool {
    const { pool, logger } = this.#parts;
    const workers = runTaskList(
      { concurrency, pollInterval: POLL_MS, noHandleSignals: true, logger: queueLogger(logger) },
      tasks,
      queuePool(pool),
    );
    workers.promise.catch((error: unknown) => logger.error({ err: error }, 'the job worker stopped unexpectedly'));
    return workers;
  }

  /** Whether requesters get a mail about failed jobs. */
  get #isMailing(): boolean {
    return MAIL_TASK in this.#parts.tasks;
  }

  /** Runs periodically, without overlapping. */
  #every(periodMs: number, label: string, run: () => Promise<void>): void {
    let running: Promise<unknown> | undefined;
    const tick = (): void => {
      if (running !== undefined) return;
      const ticking = bestEffort(label, run).finally(() => {
        running = undefined;
        this.#ticks.delete(ticking);
      });
      running = ticking;
      this.#ticks.add(ticking);
    };
    tick();
    this.#timers.push(setInterval(tick, periodMs).unref());
  }

  async #stopRuns(): Promise<void> {
    const runs = [...this.#runs];
    if (runs.length === 0) return;
    const stops = await findStops(this.#parts.db, runs);
    for (const run of runs) {
      const cause = stops.get(run.id);
      if (cause !== undefined) run.stop(cause);
    }
  }

  /** Claims a job and runs it in its own span. */
  async #take(definition: JobDefinition, payload: unknown, { attempt, isLast }: Attempt): Promise<void> {
    const { db, tracing } = this.#parts;
    const { id } = payload as { readonly id: string };
    const claimed = await claimJob(db, id);
    if (claimed === null) return;
    const run = new ActiveRun(this.#parts, claimed, this.#isMailing);
    const work = (): Promise<void> => this.#run(definition, run, claimed, isLast);
    const span = tracing?.beginJob(`job ${definition.kind}`, {
      'job.kind': definition.kind,
      'job.attempt': attempt,
      'backcounter.request.id': run.requestId,
    });
    if (span === undefined) return work();
    try {
      await span.run(work);
    } finally {
      span.end({
        facts: { 'job.outcome': run.outcome },
        isFailed: run.outcome === 'failed' || run.outcome === 'retry',
      });
    }
  }

  async #run(definition: JobDefinition, run: ActiveRun, claimed: ClaimedJob, isLastAttempt: boolean): Promise<void> {
    this.#runs.add(run);
    try {
      if (this.#isStopping) run.stop('stopping');
      if (claimed.isCancelled) run.stop('cancelled');
      await run.begin(definition.permissionsFor(claimed.params));
      await definition.run(run, claimed.params);
      // A job with its own file reports problems there.
      if (!run.hasResult) await writeProblems(run);
      await run.succeed();
    } catch (error) {
      await this.#end(run, error, isLastAttempt).catch(unlessLost);
    } finally {
      this.#runs.delete(run);
    }
  }

  async #end(run: ActiveRun, error: unknown, isLastAttempt: boolean): Promise<void> {
    if (error instanceof JobPostponed && !run.signal.aborted) return run.postpone(error);
    // Code that is interrupted by a stop may throw anything.
    const stopped = error instanceof JobStopped ? error : run.signal.reason;
    if (stopped instanceof JobStopped) {
      if (stopped.why === 'cancelled') await run.cancel();
      if (stopped.why === 'stopping') await run.handBack();
      return;
    }
    const code = error instanceof AppError ? error.code : 'unexpected';
    // An error of the job itself is permanent; others may pass.
    const isFinal = isLastAttempt || (code !== 'unexpected' && ERROR_CODES[code] < 500);
    this.#parts.logger[isFinal ? 'error' : 'warn'](
      { err: error, requestId: run.requestId, job: run.id, kind: run.kind },
      'job failed',
    );
    if (isFinal) {
      await run.fail(code);
      return;
    }
    await run.pause();
    throw error;
  }
}

/** Ignores the loss of the job, whose result its new worker reports. */
function unlessLost(error: unknown): void {
  if (!(error instanceof JobStopped && error.why === 'lost')) throw error;
}

/** Logs only what an operator needs from the queue. */
function queueLogger(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    // The worker logs failed jobs itself, with their id.
    if (level === 'error' && meta['failure'] !== true) logger.error({ queue: message }, 'job queue error');
    else if (level === 'warning') logger.warn({ queue: message }, 'job queue warning');
  });
}
