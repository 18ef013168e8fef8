import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql } from 'kysely';
import type pg from 'pg';
import { bestEffort } from './best-effort.ts';
import { type DatabaseClock, takeSample } from './database-clock.ts';
import { APP_VERSION } from './migrate/app-version.ts';
import type { DatabaseTransaction } from './transaction.ts';

const BEAT_MS = 15_000;
const INT4_MAX = 2 ** 31 - 1;
const HOST_MAX = 255;
/** Version 0.1.0 has no beat; it is recognised by these connection names, and all its processes share one row. */
const FIRST_VERSION = '0.1.0';
const FIRST_VERSION_ID = '00000000-0000-0000-0000-000000000000';
const FIRST_VERSION_CONNECTIONS = ['backcounter', 'backcounter-live', 'backcounter-worker'];

const BEAT = `
  with first_version as (
    insert into server_process (id, version, roles, host)
    select '${FIRST_VERSION_ID}', '${FIRST_VERSION}', '{}', ''
    where exists (select from pg_stat_activity where datname = current_database() and application_name = any($6))
    on conflict (id) do update set seen_at = excluded.seen_at
  )
  insert into server_process (id, version, roles, host, clock_offset_ms) values ($1, $2, $3, $4, $5)
  on conflict (id) do update set seen_at = excluded.seen_at, clock_offset_ms = excluded.clock_offset_ms
  returning clock_timestamp() as at`;

/** Keeps the row of this process in `server_process`, updated every 15 s, and measures the clock with each beat. */
export class ProcessBeat {
  /** Random id of this process. */
  readonly id = randomUUID();
  readonly #pool: pg.Pool;
  readonly #roles: readonly string[];
  readonly #clock: DatabaseClock;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;

  constructor({ pool, roles, clock }: { pool: pg.Pool; roles: readonly string[]; clock: DatabaseClock }) {
    this.#pool = pool;
    this.#roles = roles;
    this.#clock = clock;
  }

  /** Measures the clock and beats once. Does not keep the process alive. */
  async start(): Promise<void> {
    await this.#clock.measure(this.#pool);
    await this.beat();
    this.#timer = setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  /** Beats, or joins the current beat. Never rejects. */
  beat(): Promise<void> {
    this.#beating ??= bestEffort('beat of this process', () => this.#beat()).finally(() => {
      this.#beating = null;
    });
    return this.#beating;
  }

  /** Records a clean end. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    await this.#pool.query('update server_process set seen_at = now(), ended_at = now() where id = $1', [this.id]);
  }

  async #beat(): Promise<void> {
    const client = await this.#pool.connect();
    let isBroken = true;
    try {
      const { offsetMs } = this.#clock;
      const sample = await takeSample(client, BEAT, [
        this.id,
        APP_VERSION,
        this.#roles,
        hostname().slice(0, HOST_MAX),
        offsetMs === null ? null : Math.max(-INT4_MAX, Math.min(INT4_MAX, offsetMs)),
        FIRST_VERSION_CONNECTIONS,
      ]);
      isBroken = false;
      this.#clock.observe(sample);
    } finally {
      client.release(isBroken);
    }
  }
}

/** Deletes the rows of processes without a beat for 30 days. */
export async function forgetSilentProcesses(trx: DatabaseTransaction): Promise<boolean> {
  await trx.deleteFrom('server_process').where('seen_at', '<', sql<Date>`now() - interval '30 days'`).execute();
  return false;
}
