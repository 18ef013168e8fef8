import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import type pg from 'pg';
import { CONNECTION_LOST, errorCodeOf } from './error-code.ts';
import { FIRST_POSITION, hasReached, LAST_POSITION, type LogPosition, parsePosition } from './log-position.ts';

/** Parts of a Replica; it ends `pool`, but not `primary`. */
export interface ReplicaParts {
  /** Read-only connections to the replica. */
  readonly pool: pg.Pool;
  readonly primary: pg.Pool;
  /** Called with a sentence when the replica is no longer used, and with null when it is again. */
  readonly onTrouble: (trouble: string | null) => void;
  readonly pace?: Partial<ReplicaPace>;
}

/** Times in milliseconds. */
export interface ReplicaPace {
  /** Interval of checks. */
  readonly lookEveryMs: number;
  /** Maximum lag at which it is used. */
  readonly lagMaxMs: number;
  /** Pause after a failure; doubles with each repeated failure. */
  readonly restMs: number;
  /** Maximum time that a job waits for the replica to catch up. */
  readonly catchUpMs: number;
  /** A server without a response after this time counts as frozen or unreachable. */
  readonly answerMs: number;
}

/** State of the replica at one moment. */
export interface ReplicaView {
  /** It has every commit before this position. */
  readonly position: LogPosition;
  /** It has every commit until this instant, and none after. */
  readonly completeUntil: Date;
}

interface Sample {
  readonly position: LogPosition;
  readonly at: Date;
  readonly atMs: number;
}

interface PrimaryAnswer {
  readonly at: Date;
  readonly position: string;
  readonly cluster: string;
}

interface Answer {
  readonly replayed: string | null;
  readonly lastCommit: Date | null;
  readonly cluster?: string;
}

const PACE: ReplicaPace = { lookEveryMs: 1_000, lagMaxMs: 10_000, restMs: 5_000, catchUpMs: 2_000, answerMs: 1_000 };
const REST_MAX_MS = 60_000;
/** A failure within this time after a pause counts as repeated. */
const SAME_TROUBLE_MS = 60_000;
/** Ten minutes; a longer lag is reported as ten minutes. */
const SAMPLES_MAX = 600;
/** By then a transaction with asynchronous commit is in the WAL (three times `wal_writer_delay`). */
const UNWRITTEN_MS = 1_000;
const CATCH_UP_LOOK_MS = 50;

// The order matters: commits before `at` are in the WAL up to `position`, except asynchronous ones.
const SAMPLE = 'select clock_timestamp() as at, pg_current_wal_flush_lsn()::text as position';
const ANSWER = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed,
  pg_last_xact_replay_timestamp() as "lastCommit"`;
const CLUSTER = '(select system_identifier::text from pg_control_system()) as cluster';

/**
 * A streaming standby of the database, for reads that may be slightly stale. It is used only while it is known to be a
 * standby of this database with an acceptable lag; any failure switches to the primary without an error to callers
 * (decision 0120).
 */
export class Replica {
  readonly pool: pg.Pool;
  readonly #primary: pg.Pool;
  readonly #onTrouble: ReplicaParts['onTrouble'];
  readonly #pace: ReplicaPace;
  /** WAL positions of the primary, newest last. */
  #samples: Sample[] = [];
  /** Cluster id reported by the primary. */
  #cluster: string | null = null;
  #isUsable = false;
  #trouble: string | null = null;
  #lagMs: number | null = null;
  #restsUntilMs = 0;
  #restMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;

  constructor({ pool, primary, onTrouble, pace }: ReplicaParts) {
    this.pool = pool;
    this.#primary = primary;
    this.#onTrouble = onTrouble;
    this.#pace = { ...PACE, ...pace };
  }

  /** Checks once, then periodically. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#lookOnce(), this.#pace.lookEveryMs).unref();
    await this.#lookOnce();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.pool.end();
  }

  /** True while the replica is used. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** A sentence while it is not used; else null. */
  get trouble(): string | null {
    return this.#isUsable ? null : (this.#trouble ?? 'The replica has not caught up yet');
  }

  /** Milliseconds behind, measured every second; null if unknown. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** Last known position of the primary. */
  get knownPosition(): LogPosition {
    return this.#samples.at(-1)?.position ?? FIRST_POSITION;
  }

  /** Position after every commit so far; LAST_POSITION if unknown. */
  async currentPosition(): Promise<LogPosition> {
    const text = 'select pg_current_wal_insert_lsn()::text as position';
    // The change is already committed, so don't fail: with an unknown position the next read uses the primary.
    const answer = await this.#primary.query<{ position: string }>(text).catch(() => null);
    return parsePosition(answer?.rows[0]?.position) ?? LAST_POSITION;
  }

  /** State of the replica now; null if it is not usable or has not reached `wanted`. Never rejects. */
  async look(wanted: LogPosition): Promise<ReplicaView | null> {
    if (!this.#isUsable) return null;
    try {
      const { replayed, lastCommit } = await this.#ask(ANSWER);
      const position = standbyPosition(replayed);
      const known = this.#samples.findLast((sample) => hasReached(position, sample.position));
      const oldest = this.#samples.findLast(({ atMs }) => performance.now() - atMs >= this.#pace.lagMaxMs);
      if (known === undefined || !hasReached(position, wanted)) return null;
      // The last check may be a second old.
      if (oldest !== undefined && !hasReached(position, oldest.position)) return null;
      const completeMs = Math.max(Number(known.at) - UNWRITTEN_MS, lastCommit === null ? 0 : Number(lastCommit) + 1);
      return { position, completeUntil: new Date(completeMs) };
    } catch (error) {
      this.distrust(error);
      return null;
    }
  }

  /** Pauses use of the replica after it failed. */
  distrust(error: unknown): void {
    const nowMs = performance.now();
    const isSame = nowMs - this.#restsUntilMs < SAME_TROUBLE_MS && this.#restMs > 0;
    if (this.#isUsable || !isSame) this.#restMs = isSame ? Math.min(2 * this.#restMs, REST_MAX_MS) : this.#pace.restMs;
    this.#restsUntilMs = nowMs + this.#restMs;
    this.#enter(troubleOf(error));
  }

  /**
   * Runs a large read: on the replica once it has every current commit, on the primary if that takes over two seconds,
   * and again on the primary if the replica fails. So `read` may run twice.
   */
  async read<T>(primary: pg.Pool, signal: AbortSignal, read: (pool: pg.Pool) => Promise<T>): Promise<T> {
    if (!(await this.#catchUp(signal))) return read(primary);
    try {
      return await read(this.pool);
    } catch (error) {
      // Our own errors would occur on the primary as well.
      if (signal.aborted || error instanceof AppError) throw error;
      const result = await read(primary);
      this.distrust(error);
      return result;
    }
  }

  async #catchUp(signal: AbortSignal): Promise<boolean> {
    if (!this.#isUsable) return false;
    const wanted = await this.currentPosition();
    const endsMs = performance.now() + this.#pace.catchUpMs;
    while (wanted < LAST_POSITION && this.#isUsable && performance.now() < endsMs && !signal.aborted) {
      if ((await this.look(wanted)) !== null) return true;
      await sleep(CATCH_UP_LOOK_MS);
    }
    return false;
  }

  #lookOnce(): Promise<void> {
    this.#looking ??= this.#watch().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Never rejects. */
  async #watch(): Promise<void> {
    await this.#takeSample();
    if (performance.now() < this.#restsUntilMs) return;
    try {
      const { replayed, cluster } = await this.#ask(`${ANSWER}, ${CLUSTER}`);
      // Another caller may have reported a failure since the query started.
      if (this.#cluster === null || performance.now() < this.#restsUntilMs) return;
      if (cluster !== this.#cluster) throw new ReplicaTrouble('The replica belongs to another database');
      this.#measure(standbyPosition(replayed));
    } catch (error) {
      this.distrust(error);
    }
  }

  #measure(position: LogPosition): void {
    const missing = this.#samples.find((sample) => !hasReached(position, sample.position));
    const isKnown = missing !== this.#samples[0] && this.#samples.length > 0;
    this.#lagMs = missing === undefined ? 0 : performance.now() - missing.atMs;
    if (this.#lagMs > this.#pace.lagMaxMs)
      throw new ReplicaTrouble(`The replica is ${Math.round(this.#lagMs / 1_000)} s behind`);
    // Before the first sample that it has reached, it may be hours behind.
    if (isKnown) this.#enter(null);
  }

  async #takeSample(): Promise<void> {
    // Callers notice an unreachable primary themselves; the replica's state is unchanged.
    const answer = await this.#primary.query<PrimaryAnswer>(`${SAMPLE}, ${CLUSTER}`).catch(() => null);
    const [sample] = answer?.rows ?? [];
    const position = parsePosition(sample?.position);
    if (sample === undefined || position === null) return;
    this.#cluster = sample.cluster;
    // A promoted primary may lack the end of the WAL.
    if (position < this.knownPosition) this.#samples = [];
    this.#samples.push({ position, at: sample.at, atMs: performance.now() });
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
  }

  async #ask(text: string): Promise<Answer> {
    const client = await this.pool.connect();
    let isBroken = true;
    try {
      const asked: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: this.#pace.answerMs };
      const { rows } = await client.query<Answer>(asked);
      isBroken = false;
      return rows[0] as Answer;
    } finally {
      client.release(isBroken);
    }
  }

  #enter(trouble: string | null): void {
    const isNew = trouble === null ? this.#trouble !== null : this.#isUsable || this.#trouble === null;
    this.#trouble = trouble;
    this.#isUsable = trouble === null;
    if (isNew) this.#onTrouble(trouble);
  }
}

/** A problem of a replica that responds. */
class ReplicaTrouble extends Error {}

function standbyPosition(replayed: string | null): LogPosition {
  const position = parsePosition(replayed);
  if (position === null) throw new ReplicaTrouble('The replica is not a standby');
  return position;
}

/** Contains only the error code of the system or PostgreSQL, no values. */
function troubleOf(error: unknown): string {
  if (error instanceof ReplicaTrouble) return error.message;
  const code = errorCodeOf(error);
  return `The replica cannot be read (${code === undefined || code === CONNECTION_LOST ? 'no answer' : code})`;
}
