import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Permission } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { DisclosureBudgets } from '../audit/disclosure.ts';
import { clientNow, rolesNow } from '../audit/roles-now.ts';
import type { Database } from '../db/client.ts';
import type { Replica } from '../db/replica.ts';
import { SYSTEM_ACTOR } from '../db/system-actor.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';
import { callerMay, type Services } from '../graphql/request-context.ts';
import type { Clock } from '../ports/clock.ts';
import { countFailedJob } from '../ports/event-counts.ts';
import { type Caller, NEVER } from '../ports/identity.ts';
import type { PushPort } from '../ports/push.ts';
import type { BatchWork, JobBatch, JobRun, ResultFile } from './job-definition.ts';
import { alertRequester } from './job-failed.mail.ts';
import { JobPace } from './job-pace.ts';
import { addToQueue } from './queue.ts';
import { keptHours, type ResultStore, storeResult } from './result/job-result.ts';

/** Result of a turn: `lost` if another worker has the job, `retry` if it failed and will be retried. */
export type TurnOutcome = 'succeeded' | 'failed' | 'canceled' | 'handed-back' | 'postponed' | 'retry' | 'lost';

/** Why a job stops early. */
export type StopCause = 'cancelled' | 'lost' | 'stopping';

/** Thrown inside the code of a job that must stop. */
export class JobStopped extends Error {
  readonly why: StopCause;

  constructor(why: StopCause) {
    super(`The job stops: ${why}`);
    this.why = why;
  }
}

/**
 * Thrown by a job with nothing to do before an instant: it is queued until then and frees its worker. The instant is
 * determined in the same transaction.
 */
export class JobPostponed extends Error {
  readonly until: (trx: DatabaseTransaction) => Promise<Date>;

  constructor(until: (trx: DatabaseTransaction) => Promise<Date>) {
    super('The job was postponed');
    this.until = until;
  }
}

/** Minimum interval of progress notices. */
const NOTIFY_EVERY_MS = 500;
const LOCK_TRIES = 3;

/** A job as claimed by a worker. */
export interface ClaimedJob {
  readonly id: string;
  readonly kind: string;
  readonly params: unknown;
  readonly requestedBy: string;
  readonly requesterName: string;
  readonly requesterEmail: string | null;
  readonly isOfClient: boolean;
  readonly requestId: string;
  readonly epoch: number;
  readonly cursor: unknown;
  readonly done: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly isCounted: boolean;
  readonly isCancelled: boolean;
}

/**
 * Claims a job, which invalidates any earlier claim; null if it has ended. The incremented epoch is the fencing token
 * that every write of the run checks.
 */
export async function claimJob(db: Kysely<Database>, id: string): Promise<ClaimedJob | null> {
  const { rows } = await sql<ClaimedJob>`
    update job j set state = job_after('START'), epoch = j.epoch + 1, started_at = coalesce(j.started_at, now()), heartbeat_at = now(),
      -- A job without a cursor starts over.
      done = case when j.cursor is null then 0 else j.done end,
      outcomes = case when j.cursor is null then '{}' else j.outcomes end
    from staff_user u
    where j.id = ${id} and job_refusal('START', j.state) is null and u.sub = j.requested_by
    returning j.id, j.kind, j.params, j.requested_by as "requestedBy", u.display_name as "requesterName",
      u.email as "requesterEmail", j.is_of_client as "isOfClient", coalesce(j.request_id, j.id::text) as "requestId", j.epoch, j.cursor, j.done,
      j.outcomes, j.total is not null as "isCounted", j.cancel_requested_at is not null as "isCancelled"`.execute(db);
  return rows[0] ?? null;
}

/** Dependencies shared by a worker's runs. */
export interface RunParts {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Null to read everything from the primary. */
  readonly replica: Replica | null;
  readonly results: ResultStore;
  readonly files: Services['files'];
  readonly disclosureBudgets: DisclosureBudgets;
  readonly push: PushPort;
  readonly clock: Clock;
}

/** Batch work with a fixed size. */
type TriedWork<C> = (trx: DatabaseTransaction, cursor: C | null, isLastTry: boolean) => Promise<JobBatch<C> | null>;

/** One worker's turn at a job. */
export class ActiveRun implements JobRun {
  readonly id: string;
  readonly kind: string;
  readonly epoch: number;
  readonly requestId: string;
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly push: PushPort;
  readonly clock: Clock;
  readonly files: Services['files'];
  readonly disclosureBudgets: DisclosureBudgets;
  readonly isMailing: boolean;
  readonly #replica: Replica | null;
  readonly #results: ResultStore;
  readonly #stop = new AbortController();
  #caller: Caller;
  #needed: readonly Permission[] = [];
  #cursor: unknown;
  #done: number;
  #outcomes: Readonly<Record<string, number>>;
  #isCounted: boolean;
  #notifiedAtMs = Number.NEGATIVE_INFINITY;
  #hasResult = false;
  #outcome: TurnOutcome = 'lost';

  constructor(parts: RunParts, claimed: ClaimedJob, isMailing: boolean) {
    const { db, pool, replica, results, files, disclosureBudgets, push, clock } = parts;
    this.isMailing = isMailing;
    this.db = db;
    this.pool = pool;
    this.#replica = replica;
    this.push = push;
    this.clock = clock;
    this.disclosureBudgets = disclosureBudgets;
    this.files = files;
    this.#results = results;
    this.id = claimed.id;
    this.kind = claimed.kind;
    this.epoch = claimed.epoch;
    this.requestId = claimed.requestId;
    this.#cursor = claimed.cursor;
    this.#done = claimed.done;
    this.#isCounted = claimed.isCounted;
    this.#outcomes = claimed.outcomes;
    this.#caller = {
      ...(claimed.isOfClient
        ? { kind: 'machine', scopes: [] }
        : { kind: 'staff', email: claimed.requesterEmail, roles: [] }),
      sub: claimed.requestedBy,
      name: claimed.requesterName,
      // A job outlives the token of its request.
      expiresAt: NEVER,
    };
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Begins with the permissions that every step needs. @throws AppError `access.denied` */
  async begin(needed: readonly Permission[]): Promise<void> {
    this.signal.throwIfAborted();
    this.#needed = needed;
    await this.#checkRights(this.db);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** True if this turn wrote a file. */
  get hasResult(): boolean {
    return this.#hasResult;
  }

  /** Result of the turn after it has ended. */
  get outcome(): TurnOutcome {
    return this.#outcome;
  }

  /** Stops the run at its next batch; the first cause wins. */
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
        // The lock's holder will probably be done soon.
        if (!(error instanceof AppError && error.code === 'query.timed-out') || attempt === LOCK_TRIES) throw error;
      }
    }
  }

  async #tryBatch<C>(work: TriedWork<C>, isLastTry: boolean): Promise<boolean> {
    const nowMs = performance.now();
    const isNotifying = nowMs - this.#notifiedAtMs >= NOTIFY_EVERY_MS;
    const written = await inTransaction(this.db, async (trx) => {
      await this.#checkRights(trx);
      const batch = await work(trx, this.#cursor as C | null, isLastTry);
      if (batch === null) return null;
      const done = this.#done + batch.done;
      const outcomes = addOutcomes(this.#outcomes, batch.outcomes);
      // Last, so that the row is locked only briefly and a cancellation does not wait for the batch.
      await this.#write(trx, { cursor: JSON.stringify(batch.cursor), done, outcomes: JSON.stringify(outcomes) });
      if (isNotifying) await sql`select pg_notify('job_changed', ${this.id})`.execute(trx);
      return { cursor: batch.cursor, done, outcomes };
    });
    if (written === null) return false;
    this.#cursor = written.cursor;
    this.#done = written.done;
    this.#outcomes = written.outcomes;
    if (isNotifying) this.#notifiedAtMs = nowMs;
    return true;
  }

  async progress(done: number, outcomes: Readonly<Record<string, number>> = this.#outcomes): Promise<void> {
    this.signal.throwIfAborted();
    this.#done = done;
    this.#outcomes = outcomes;
    const nowMs = performance.now();
    if (nowMs - this.#notifiedAtMs < NOTIFY_EVERY_MS) return;
    this.#notifiedAtMs = nowMs;
    await inTransaction(this.db, async (trx) => {
      await this.#checkRights(trx);
      await this.#write(trx, this.#sums());
      await sql`select pg_notify('job_changed', ${this.id})`.execute(trx);
    });
  }

  async writeResult(file: ResultFile): Promise<void> {
    const key = `exports/${this.id}-${this.epoch}.${file.ending}`;
    const stored = await storeResult(this.#results, key, file, this.clock, this.signal);
    await inTransaction(this.db, async (trx) => {
      await this.#checkRights(trx);
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

  /** Marks the job as succeeded. */
  async succeed(): Promise<void> {
    await this.#write(this.db, { ...this.#sums(), state: 'SUCCEEDED', finished_at: sql<Date>`now()` });
    this.#outcome = 'succeeded';
  }

  /** Marks the job as failed, and mails its requester. */
  async fail(code: string): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, { ...this.#sums(), state: 'FAILED', error_code: code, finished_at: sql<Date>`now()` });
      if (this.isMailing) await alertRequester(trx, this.id);
    });
    countFailedJob(this.kind);
    this.#outcome = 'failed';
  }

  async cancel(): Promise<void> {
    await this.#write(this.db, { ...this.#sums(), state: 'CANCELED', finished_at: sql<Date>`now()` });
    this.#outcome = 'canceled';
  }

  /** Returns the job to the queue immediately, without counting an attempt, when the process stops. */
  async handBack(): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, { state: 'QUEUED' });
      await addToQueue(trx, this.kind, this.id);
    });
    this.#outcome = 'handed-back';
  }

  /** Queues the job for a later instant, without counting an attempt. */
  async postpone({ until }: JobPostponed): Promise<void> {
    await inTransaction(this.db, async (trx) => {
      await this.#write(trx, { ...this.#sums(), state: 'QUEUED' });
      await addToQueue(trx, this.kind, this.id, await until(trx));
    });
    this.#outcome = 'postponed';
  }

  /** Returns the job to the queue for its next attempt. */
  async pause(): Promise<void> {
    await this.#write(this.db, { state: 'QUEUED' });
    this.#outcome = 'retry';
  }

  /** Current progress, which is not stored at every step. */
  #sums(): Readonly<Record<string, unknown>> {
    return { done: this.#done, outcomes: JSON.stringify(this.#outcomes) };
  }

  /** @throws AppError `access.denied` once the requester's roles of this moment are not enough */
  async #checkRights(db: Kysely<Database>): Promise<void> {
    const caller = this.#caller;
    // The system has no roles.
    if (caller.kind === 'staff' && caller.sub === SYSTEM_ACTOR.sub) return;
    this.#caller =
      caller.kind === 'machine'
        ? await clientNow(db, caller.sub)
        : { ...caller, roles: await rolesNow(db, caller.sub) };
    for (const permission of this.#needed)
      if (!callerMay(this.#caller, permission)) throw new AppError('access.denied', { details: { permission } });
  }

  async #pause(ms: number): Promise<void> {
    const stopped = await sleep(ms, null, { signal: this.signal }).catch(() => 'stopped');
    if (stopped !== null) this.signal.throwIfAborted();
  }

  /** Writes only while this worker holds the job. @throws JobStopped `lost`, which rolls a batch back */
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
