import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';
import { FIRST_POSITION, hasReached, LAST_POSITION, type LogPosition, parsePosition } from './log-position.ts';

/** What a replica is made of; it ends `pool`, and `primary` is somebody else's. */
export interface ReplicaParts {
  /** Connections to the replica, whose sessions only read. */
  readonly pool: pg.Pool;
  readonly primary: pg.Pool;
  /** Told a sentence when the replica is not read from any more, and null when it is again. */
  readonly onTrouble: (trouble: string | null) => void;
  readonly pace?: Partial<ReplicaPace>;
}

/** Times in milliseconds. */
export interface ReplicaPace {
  /** How often it is looked how far it is. */
  readonly lookEveryMs: number;
  /** It is not read from while it is further behind. */
  readonly lagMaxMs: number;
  /** It is left alone for this long after trouble, and each time twice as long while trouble comes again and again. */
  readonly restMs: number;
  /** A job waits this long for a replica that is a little behind. */
  readonly catchUpMs: number;
  /** A server that does not answer within this time is frozen or cannot be reached. */
  readonly answerMs: number;
}

/** How far the replica is. */
export interface ReplicaView {
  /** It has everything that was committed before. */
  readonly position: LogPosition;
  /** Every commit until this instant is in it, and none that it has is later. */
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
/** Trouble within this time after the last rest is the same trouble. */
const SAME_TROUBLE_MS = 60_000;
/** Ten minutes; a longer lag is told as that. */
const SAMPLES_MAX = 600;
/** A transaction that does not wait for the disk is in the log by then (three times `wal_writer_delay`). */
const UNWRITTEN_MS = 1_000;
const CATCH_UP_LOOK_MS = 50;

// The order matters: what is committed before `at` is in the log up to `position`, but for what does not wait for the disk.
const SAMPLE = 'select clock_timestamp() as at, pg_current_wal_flush_lsn()::text as position';
const ANSWER = `select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed,
  pg_last_xact_replay_timestamp() as "lastCommit"`;
const CLUSTER = '(select system_identifier::text from pg_control_system()) as cluster';

/**
 * A standby of the database that follows it by streaming, for reading what may be a moment old. It is read from only while it is known to be a standby
 * of this very database, and how far behind; all else is trouble, which costs nobody an answer (decision 0120).
 */
export class Replica {
  readonly pool: pg.Pool;
  readonly #primary: pg.Pool;
  readonly #onTrouble: ReplicaParts['onTrouble'];
  readonly #pace: ReplicaPace;
  /** Where the log of the primary was, the newest last. */
  #samples: Sample[] = [];
  /** Which cluster the primary is, as it says itself. */
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

  /** Looks for the first time, and from then on again and again. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => void this.#lookOnce(), this.#pace.lookEveryMs).unref();
    await this.#lookOnce();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.pool.end();
  }

  /** Whether it is read from at this moment. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Why it is not read from, a sentence; null when it is. */
  get trouble(): string | null {
    return this.#isUsable ? null : (this.#trouble ?? 'The replica has not caught up yet');
  }

  /** How far it is behind, to a second; null when that is not known. */
  get lagMs(): number | null {
    return this.#lagMs;
  }

  /** A position that the primary had come to a moment ago. */
  get knownPosition(): LogPosition {
    return this.#samples.at(-1)?.position ?? FIRST_POSITION;
  }

  /** The position behind all that is committed now; the last one where that cannot be known. */
  async currentPosition(): Promise<LogPosition> {
    const text = 'select pg_current_wal_insert_lsn()::text as position';
    // What is to be told with it is done: whoever does not know where reads from the primary next.
    const answer = await this.#primary.query<{ position: string }>(text).catch(() => null);
    return parsePosition(answer?.rows[0]?.position) ?? LAST_POSITION;
  }

  /** How far the replica is now; null when it may not be read from, or has not come to `wanted` yet. Never rejects. */
  async look(wanted: LogPosition): Promise<ReplicaView | null> {
    if (!this.#isUsable) return null;
    try {
      const { replayed, lastCommit } = await this.#ask(ANSWER);
      const position = standbyPosition(replayed);
      const known = this.#samples.findLast((sample) => hasReached(position, sample.position));
      const oldest = this.#samples.findLast(({ atMs }) => performance.now() - atMs >= this.#pace.lagMaxMs);
      if (known === undefined || !hasReached(position, wanted)) return null;
      // How far it was when it was looked last is up to a second ago.
      if (oldest !== undefined && !hasReached(position, oldest.position)) return null;
      const completeMs = Math.max(Number(known.at) - UNWRITTEN_MS, lastCommit === null ? 0 : Number(lastCommit) + 1);
      return { position, completeUntil: new Date(completeMs) };
    } catch (error) {
      this.distrust(error);
      return null;
    }
  }

  /** Leaves the replica alone for a while, because it failed where the primary does not. */
  distrust(error: unknown): void {
    const nowMs = performance.now();
    const isSame = nowMs - this.#restsUntilMs < SAME_TROUBLE_MS && this.#restMs > 0;
    if (this.#isUsable || !isSame) this.#restMs = isSame ? Math.min(2 * this.#restMs, REST_MAX_MS) : this.#pace.restMs;
    this.#restsUntilMs = nowMs + this.#restMs;
    this.#enter(troubleOf(error));
  }

  /**
   * Reads much: from the replica once it has everything that is committed now, or from the primary when it has not come so far within two seconds,
   * and once more from the primary when the replica fails. So `read` may be called twice.
   */
  async read<T>(primary: pg.Pool, signal: AbortSignal, read: (pool: pg.Pool) => Promise<T>): Promise<T> {
    if (!(await this.#catchUp(signal))) return read(primary);
    try {
      return await read(this.pool);
    } catch (error) {
      // What we say ourselves, the primary would make us say as well.
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
      // Somebody may have met trouble meanwhile.
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
    // Before the first sample that it has, it may be behind by hours.
    if (isKnown) this.#enter(null);
  }

  async #takeSample(): Promise<void> {
    // That the primary does not answer is told by whoever needs it; the replica is as far as it was.
    const answer = await this.#primary.query<PrimaryAnswer>(`${SAMPLE}, ${CLUSTER}`).catch(() => null);
    const [sample] = answer?.rows ?? [];
    const position = parsePosition(sample?.position);
    if (sample === undefined || position === null) return;
    this.#cluster = sample.cluster;
    // A primary that took over may lack the end of the log.
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

/** Something is wrong with a replica that answers; the message says what. */
class ReplicaTrouble extends Error {}

function standbyPosition(replayed: string | null): LogPosition {
  const position = parsePosition(replayed);
  if (position === null) throw new ReplicaTrouble('The replica is no standby');
  return position;
}

/** Without values: of a failure only the code of the system or of PostgreSQL. */
function troubleOf(error: unknown): string {
  if (error instanceof ReplicaTrouble) return error.message;
  return `The replica cannot be read (${errorCodeOf(error) ?? 'no answer'})`;
}
