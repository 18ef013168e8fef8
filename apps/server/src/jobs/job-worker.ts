import { AppError, ERROR_CODES } from '@backcounter/domain';
import { Logger as QueueLogger, runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';
import { bestEffort } from '../db/best-effort.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { JobDefinition } from './job-definition.ts';
import { ActiveRun, type ClaimedJob, claimJob, JobPostponed, JobStopped, type RunParts } from './job-run.ts';
import { findStops, sendGoodbye, sendHeartbeat, takeOver } from './job-watch.ts';
import { queuePool } from './queue-pool.ts';
import { writeProblems } from './result/job-result.ts';

/** What a worker is made of. */
export interface JobWorkerParts extends RunParts {
  /** Connections of its own, with time for long statements. */
  readonly pool: pg.Pool;
  readonly definitions: readonly JobDefinition[];
  readonly logger: Logger;
  /** Null: nothing is timed. */
  readonly tracing: Tracing | null;
}

/**
 * Connections that a worker needs at once: two for each of two jobs, five for a long one and one for each that waits, the listeners of the
 * two queues, the queues themselves, heartbeat and stops.
 */
export const WORKER_CONNECTIONS = 16;

/** Jobs at once in one process; the lists of people share the same database. */
const CONCURRENCY = 2;
/** Long ones besides them. */
const LONG_CONCURRENCY = 3;
const POLL_MS = 1_000;
const HEARTBEAT_MS = 3_000;
/** A cancellation is seen within a second. */
const STOPS_MS = 400;

/** Which try at a job it is, from 1. */
interface Attempt {
  readonly attempt: number;
  readonly isLast: boolean;
}

/** Works on jobs of the queue until it is stopped. Any number of processes may do so on one database. */
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

  /** Begins to work. */
  start(): void {
    const { definitions } = this.#parts;
    this.#pools = [
      { kinds: definitions.filter(({ isLong }) => !isLong), places: CONCURRENCY },
      { kinds: definitions.filter(({ isLong }) => isLong), places: LONG_CONCURRENCY },
    ]
      .filter(({ kinds }) => kinds.length > 0)
      .map(({ kinds, places }) => this.#work(kinds, places));
    this.#every(HEARTBEAT_MS, 'heartbeat of jobs', async () => {
      for (const { id } of this.#pools) await sendHeartbeat(this.#parts.db, id, [...this.#runs]);
      await takeOver(this.#parts.db);
    });
    this.#every(STOPS_MS, 'watch over jobs', () => this.#stopRuns());
  }

  /** Ends after the batches that are being worked on; their jobs go back into the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#ticks);
    for (const run of this.#runs) run.stop('stopping');
    await Promise.all(this.#pools.map((workers) => workers.gracefulShutdown()));
    for (const { id } of this.#pools) {
      await bestEffort('goodbye of the job worker', () => sendGoodbye(this.#parts.db, id));
    }
  }

  /** Takes jobs of these kinds from the queue. */
  #work(definitions: readonly JobDefinition[], concurrency: number): WorkerPool {
    const { pool, logger } = this.#parts;
    const tasks: TaskList = {};
    for (const definition of definitions) {
      tasks[definition.kind] = (payload: unknown, { job }) =>
        this.#take(definition, payload, { attempt: job.attempts, isLast: job.attempts >= job.max_attempts });
    }
    const workers = runTaskList(
      { concurrency, pollInterval: POLL_MS, noHandleSignals: true, logger: queueLogger(logger) },
      tasks,
      queuePool(pool),
    );
    workers.promise.catch((error: unknown) => logger.error({ err: error }, 'the job worker ended'));
    return workers;
  }

  /** Now and then again, one at a time. */
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

  /** Takes a job over and works on it, as a span of its own. */
  async #take(definition: JobDefinition, payload: unknown, { attempt, isLast }: Attempt): Promise<void> {
    const { db, tracing } = this.#parts;
    const { id } = payload as { readonly id: string };
    const claimed = await claimJob(db, id);
    if (claimed === null) return;
    const run = new ActiveRun(this.#parts, claimed);
    const work = (): Promise<void> => this.#run(definition, run, claimed, isLast);
    const span = tracing?.beginJob(`job ${definition.kind}`, { 'job.kind': definition.kind, 'job.attempt': attempt });
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
      run.signal.throwIfAborted();
      await definition.run(run, claimed.params);
      // A job with a file of its own says there what went wrong.
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
    // What breaks off because the run was told to stop may throw anything.
    const stopped = error instanceof JobStopped ? error : run.signal.reason;
    if (stopped instanceof JobStopped) {
      if (stopped.why === 'cancelled') await run.cancel();
      if (stopped.why === 'stopping') await run.handBack();
      return;
    }
    const code = error instanceof AppError ? error.code : 'unexpected';
    // What is wrong with the job itself stays wrong; the rest may pass.
    const isFinal = isLastAttempt || (code !== 'unexpected' && ERROR_CODES[code] < 500);
    this.#parts.logger[isFinal ? 'error' : 'warn']({ err: error, job: run.id, kind: run.kind }, 'a job failed');
    if (isFinal) {
      await run.fail(code);
      return;
    }
    await run.pause();
    throw error;
  }
}

/** Somebody else has the job by now: what becomes of it is theirs to say. */
function unlessLost(error: unknown): void {
  if (!(error instanceof JobStopped && error.why === 'lost')) throw error;
}

/** The queue's own words: only what an operator has to know. */
function queueLogger(logger: Logger): QueueLogger {
  return new QueueLogger(() => (level, message, meta) => {
    // A failed job is told by its worker, with its own id.
    if (level === 'error' && meta['failure'] !== true) logger.error({ queue: message }, 'the job queue has a problem');
    else if (level === 'warning') logger.warn({ queue: message }, 'the job queue says');
  });
}
