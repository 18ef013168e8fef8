import type pg from 'pg';
import type { Clock } from '../ports/clock.ts';

/**
 * One reading of the database's clock, in milliseconds; `sentAtMs` and `receivedAtMs` are by the clock of this process.
 */
export interface ClockSample {
  readonly sentAtMs: number;
  readonly receivedAtMs: number;
  readonly databaseAtMs: number;
}

/** Difference from which the clock of this process is reported. */
const REPORTED_FROM_MS = 2_000;
/** Smaller differences are ignored, so that the time doesn't jitter with the network. */
const CORRECTED_FROM_MS = 100;
const FIRST_SAMPLES = 3;

/**
 * The clock of this process, corrected by the last measured difference to the database. All processes on one database
 * agree to about 100 ms, even with wrong clocks (decision 0136).
 */
export class DatabaseClock implements Clock {
  readonly #onReport: (offsetMs: number, isOff: boolean) => void;
  #correctionMs = 0;
  #offsetMs: number | null = null;
  #isOff = false;

  /** @param onReport called when the difference exceeds 2 s, and when it no longer does */
  constructor(onReport: (offsetMs: number, isOff: boolean) => void = () => undefined) {
    this.#onReport = onReport;
  }

  now(): Date {
    return new Date(Date.now() - this.#correctionMs);
  }

  /** Milliseconds by which the process is ahead of the database, negative if behind; null before the first sample. */
  get offsetMs(): number | null {
    return this.#offsetMs;
  }

  /** A sentence while the clock of the process is off by more than 2 s, else null. */
  get trouble(): string | null {
    if (!this.#isOff || this.#offsetMs === null) return null;
    const seconds = Math.abs(this.#offsetMs / 1_000).toFixed(1);
    const side = this.#offsetMs > 0 ? 'ahead of' : 'behind';
    return `The clock of this process is ${seconds} s ${side} the database: synchronise the clocks of both machines (NTP)`;
  }

  /** Takes the best of three samples. Runs before any time is compared. */
  async measure(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    try {
      const samples: ClockSample[] = [];
      for (let count = 0; count < FIRST_SAMPLES; count += 1)
        samples.push(await takeSample(client, 'select clock_timestamp() as at'));
      this.observe(samples.reduce((best, each) => (tripMs(each) < tripMs(best) ? each : best)));
    } finally {
      client.release();
    }
  }

  /** Applies a sample. Half of its round trip is uncertainty. */
  observe(sample: ClockSample): void {
    const offsetMs = Math.round((sample.sentAtMs + sample.receivedAtMs) / 2 - sample.databaseAtMs);
    const doubtMs = tripMs(sample) / 2;
    this.#offsetMs = offsetMs;
    if (Math.abs(offsetMs - this.#correctionMs) > CORRECTED_FROM_MS + doubtMs) this.#correctionMs = offsetMs;
    const isOff = Math.abs(offsetMs) - doubtMs > REPORTED_FROM_MS;
    if (isOff === this.#isOff) return;
    this.#isOff = isOff;
    this.#onReport(offsetMs, isOff);
  }
}

/** Runs a statement that returns one row, with the time of the database as `at`. */
export async function takeSample(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  values: unknown[] = [],
): Promise<ClockSample> {
  const sentAtMs = Date.now();
  const startedMs = performance.now();
  const { rows } = await client.query<{ at: Date }>(text, values);
  const [row] = rows;
  if (row === undefined) throw new Error('The database returned no time');
  // The system clock may be set during the statement.
  return { sentAtMs, receivedAtMs: sentAtMs + (performance.now() - startedMs), databaseAtMs: row.at.getTime() };
}

function tripMs({ sentAtMs, receivedAtMs }: ClockSample): number {
  return receivedAtMs - sentAtMs;
}
