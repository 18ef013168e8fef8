import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, parseRoles } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DisclosureBudgets } from '../audit/disclosure.ts';
import type { Database } from '../db/client.ts';
import type { Replica } from '../db/replica.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { StaffCaller } from '../ports/identity.ts';
import type { PushPort } from '../ports/push.ts';
import type { BatchWork, JobBatch, JobRun, ResultFile } from './job-definition.ts';
import { JobPace } from './job-pace.ts';
import { addToQueue } from './queue.ts';
import { keptHours, type ResultStore, storeResult } from './result/job-result.ts';

/** What became of a turn: `lost` when somebody else has the job by now, `retry` when it failed and will be tried again. */
export type TurnOutcome = 'succeeded' | 'failed' | 'canceled' | 'handed-back' | 'postponed' | 'retry' | 'lost';

/** Why a job stops before its end. */
export type StopCause = 'cancelled' | 'lost' | 'stopping';

/** Thrown through the code of a job that has to stop. */
export class JobStopped extends Error {
  readonly why: StopCause;

  constructor(why: StopCause) {
    super(`The job stops: ${why}`);
    this.why = why;
  }
}

/**
 * Thrown by the code of a job that has nothing to do before an instant: the job goes back into the queue until then and leaves its worker to
 * others. The instant is asked for in the transaction that does so.
 */
export class JobPostponed extends Error {
  readonly until: (trx: DatabaseTransaction) => Promise<Date>;

  constructor(until: (trx: DatabaseTransaction) => Promise<Date>) {
    super('The job goes on later');
    this.until = until;
  }
}

/** Progress is told this often at most. */
const TELL_EVERY_MS = 500;
const LOCK_TRIES = 3;

/** A job as the worker that took it over finds it. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly params: unknown;
  readonly requestedBy: string;
  readonly requesterName: string;
  readonly requesterEmail: string | null;
  readonly requestedRoles: readonly string[];
  readonly requestId: string | null;
  readonly epoch: number;
  readonly cursor: unknown;
  readonly done: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly isCounted: boolean;
  readonly isCancelled: boolean;
}

/**
 * Takes a job over, which ends the rights of whoever had it before; null when it has ended. The epoch that this counts up is the
 * fence: each write of the run names it.
 */
export async function claimJob(db: Kysely<Database>, id: string): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    update job j set state = job_after('START'), epoch = j.epoch + 1, started_at = coalesce(j.started_at, now()), heartbeat_at = now(),
      -- Without a cursor there is nothing to go on from.
      done = case when j.cursor is null then 0 else j.done end,
      outcomes = case when j.cursor is null then '{}' else j.outcomes end
    from staff_user u
    where j.id = ${id} and job_refusal('START', j.state) is null and u.sub = j.requested_by
    returning j.id, j.kind, j.params, j.requested_by as "requestedBy", u.display_name as "requesterName",
      u.email as "requesterEmail", j.requested_roles as "requestedRoles", j.request_id as "requestId", j.epoch, j.cursor, j.done,
      j.outcomes, j.total is not null as "isCounted", j.cancel_requested_at is not null as "isCancelled"`.execute(db);
  return rows[0] ?? null;
}

/** What the runs of a worker share. */
export interface RunParts {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Null: everything is read from the primary. */
  readonly replica: Replica | null;
  readonly results: ResultStore;
  readonly disclosureBudgets: DisclosureBudgets;
  readonly push: PushPort;
  readonly clock: Clock;
}

/** A batch of a size that is settled. */
type TriedWork<C> = (trx: DatabaseTransaction, cursor: C | null, isLastTry: boolean) => Promise<JobBatch<C> | null>;

/** One worker's turn at one job. */
export class ActiveRun implements JobRun {
  readonly id: string;
  readonly kind: string;
  readonly epoch: number;
  readonly caller: StaffCaller;
  readonly requestId: string | null;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly push: PushPort;
  readonly clock: Clock;
  readonly disclosureBudgets: DisclosureBudgets;
  readonly #replica: Replica | null;
  readonly #results: ResultStore;
  readonly #stop = new AbortController();
  #cursor: unknown;
  #done: number;
  #outcomes: Readonly<Record<string, number>>;
  #isCounted: boolean;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #hasResult = false;
  #outcome: TurnOutcome = 'lost';

  constructor({ db, pool, replica, results, disclosureBudgets, push, clock }: RunParts, claimed: ClaimedJob) {
    this.db = db;
    this.pool = pool;
    this.#replica = replica;
    this.push = push;
    this.clock = clock;
    this.disclosureBudgets = disclosureBudgets;
    this.#results = results;
    this.id = claimed.id;
    this.kind = claimed.kind;
    this.epoch = claimed.epoch;
    this.requestId = claimed.requestId;
    this.#cursor = claimed.cursor;
    this.#done = claimed.done;
    this.#isCounted = claimed.isCounted;
    this.#outcomes = claimed.outcomes;
    this.caller = {
      kind: 'staff',
      sub: claimed.requestedBy,
      name: claimed.requesterName,
      email: claimed.requesterEmail,
      roles: parseRoles(claimed.requestedRoles),
      // A job outlasts the token that asked for it.
      expiresAt: new Date(8_640_000_000_000_000),
    };
  }

  get files(): ResultStore['store'] {
    return this.#results.store;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** True when this turn wrote a file. */
  get hasResult(): boolean {
    return this.#hasResult;
  }

  /** What became of the turn, once it is over. */
  get outcome(): TurnOutcome {
    return this.#outcome;
  }

  /** Makes the run end at its next batch; the first cause counts. */
  stop(cause: StopCause): void {
    if (!this.signal.aborted) this.#stop.abort(new JobStopped(cause));
  }

  async read<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    return this.#replica === null ? work(this.pool) : this.#replica.read(this.pool, this.signal, work);
  }

  async countOnce(count: () => Promise<number>): Promise<void> {
    if (!this.#isCounted) await this.#write(this.db, { total: await count() });
    this.#isCounted = true;
  }

  async batches<C>(work: BatchWork<C>, prepare?: (cursor: C | null) => Promise<void>): Promise<void> {
    const pace = new JobPace();
    for (;;) {
      const before = this.#done;
      const startedMs = performance.now();
      await prepare?.(this.#cursor as C | null);
      if (!(await this.#batch((trx, cursor: C | null, isLastTry) => work(trx, cursor, isLastTry, pace.rows)))) return;
      const pauseMs = pace.pauseAfter(this.#done - before, performance.now() - startedMs);
      if (pauseMs >= 1) await this.#pause(pauseMs);
    }
  }

  async #batch<C>(work: TriedWork<C>): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      this.signal.throwIfAborted();
      try {
        return await this.#tryBatch(work, attempt === LOCK_TRIES);
      } catch (error) {
        // Whoever holds a record is likely to be done in a moment.
        if (!(error instanceof AppError && error.code === 'query.timed-out') || attempt === LOCK_TRIES) throw error;
      }
    }
  }

  async #tryBatch<C>(work: TriedWork<C>, isLastTry: boolean): Promise<boolean> {
    const nowMs = performance.now();
    const tells = nowMs - this.#toldAtMs >= TELL_EVERY_MS;
    const written = await inTransaction(this.db, async (trx) => {
      const batch = await work(trx, this.#cursor as C | null, isLastTry);
      if (batch === null) return null;
      const done = this.#done + batch.done;
      const outcomes = addOutcomes(this.#outcomes, batch.outcomes);
      // Last, so that the row is locked for a moment only and a cancellation need not wait for the batch.
      await this.#write(trx, { cursor: JSON.stringify(batch.cursor), done, outcomes: JSON.stringify(outcomes) });
      if (tells) await sql`select pg_notify('job_changed', ${this.id})`.execute(trx);
      return { cursor: batch.cursor, done, outcomes };
    });
    if (written === null) return false;
    this.#cursor = written.cursor;
    this.#done = written.done;
    this.#outcomes = written.outcomes;
    if (tells) this.#toldAtMs = nowMs;
    return true;
  }

  async progress(done: number, outcomes: Readonly<Record<string, number>> = this.#outcomes): Promise<void> {
    this.signal.throwIfAborted();
    this.#done = done;
    this.#outcomes = outcomes;
    const nowMs = performance.now();
    if (nowMs - this.#toldAtMs < TELL_EVERY_MS) return;
    this.#toldAtMs = nowMs;
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, this.#sums());
      await sql`select pg_notify('job_changed', ${this.id})`.execute(trx);
    });
  }

  async writeResult(file: ResultFile): Promise<void> {
    const key = `exports/${this.id}-${this.epoch}.${file.ending}`;
    const stored = await storeResult(this.#results, key, file, this.clock, this.signal);
    await inTransaction(this.db, async (trx) => {
      await file.claim?.(trx, stored.rows);
      await this.#write(trx, {
        result_key: key,
        result_rows: stored.rows,
        result_sha256: stored.sha256,
        result_expires_at: sql<Date>`now() + make_interval(hours => ${keptHours(file)})`,
      });
    });
    this.#hasResult = true;
  }

  /** The run did all there was. */
  async succeed(): Promise<void> {
    await this.#write(this.db, { ...this.#sums(), state: 'SUCCEEDED', finished_at: sql<Date>`now()` });
    this.#outcome = 'succeeded';
  }

  async fail(code: string): Promise<void> {
    await this.#write(this.db, { ...this.#sums(), state: 'FAILED', error_code: code, finished_at: sql<Date>`now()` });
    this.#outcome = 'failed';
  }

  async cancel(): Promise<void> {
    await this.#write(this.db, { ...this.#sums(), state: 'CANCELED', finished_at: sql<Date>`now()` });
    this.#outcome = 'canceled';
  }

  /** Back into the queue without a pause and without counting as an attempt, for a process that ends. */
  async handBack(): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, { state: 'QUEUED' });
      await addToQueue(trx, this.kind, this.id);
    });
    this.#outcome = 'handed-back';
  }

  /** Back into the queue until an instant, without counting as an attempt. */
  async postpone({ until }: JobPostponed): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, { ...this.#sums(), state: 'QUEUED' });
      await addToQueue(trx, this.kind, this.id, await until(trx));
    });
    this.#outcome = 'postponed';
  }

  /** Waits in the queue for its next attempt. */
  async pause(): Promise<void> {
    await this.#write(this.db, { state: 'QUEUED' });
    this.#outcome = 'retry';
  }

  /** What is known of the progress, of which not every step was written. */
  #sums(): Readonly<Record<string, unknown>> {
    return { done: this.#done, outcomes: JSON.stringify(this.#outcomes) };
  }

  async #pause(ms: number): Promise<void> {
    const stopped = await sleep(ms, null, { signal: this.signal }).catch(() => 'stopped');
    if (stopped !== null) this.signal.throwIfAborted();
  }

  /** The fence: nothing is written for a job that somebody else has by now. @throws JobStopped `lost`, which rolls a batch back */
  async #write(db: Kysely<Database>, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('job')
      .set({ ...columns, heartbeat_at: sql<Date>`now()` })
      .where('id', '=', this.id)
      .where('epoch', '=', this.epoch)
      .where('state', '=', 'RUNNING')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) throw new JobStopped('lost');
  }
}

function addOutcomes(
  sum: Readonly<Record<string, number>>,
  more: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const added: Record<string, number> = { ...sum };
  for (const [key, count] of Object.entries(more)) added[key] = (added[key] ?? 0) + count;
  return added;
}
