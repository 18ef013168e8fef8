/** Target duration of a batch: short enough that others waiting for a record or the processor do not notice. */
const BATCH_MS = 200;
const FIRST_ROWS = 500;
const MIN_ROWS = 50;
const MAX_ROWS = 4_000;
/** Minimum and maximum pause, as a fraction of the batch's duration. */
const PAUSE_MIN = 0.03;
const PAUSE_MAX = 1;
/** Weight of the latest batch in the average: one slow batch, such as during a checkpoint, means little. */
const LATEST = 0.3;
/** Natural variation of the speed. */
const USUAL = 0.25;
/** Factor by which the best speed decays, since rows and machine change. */
const FORGET = 1.01;

/**
 * Chooses batch size and pause from the duration of recent batches. A job that becomes clearly slower is competing with
 * other work and yields to it, but still works at least half of the time.
 */
export class JobPace {
  #rows = FIRST_ROWS;
  #msPerRow: number | null = null;
  #bestMsPerRow = Number.POSITIVE_INFINITY;

  /** Number of records for the next batch. */
  get rows(): number {
    return Math.round(this.#rows);
  }

  /** Records a batch and returns the pause after it in milliseconds. */
  pauseAfter(rows: number, elapsedMs: number): number {
    if (rows === 0) return 0;
    const latest = Math.max(elapsedMs, 0.1) / rows;
    const present = this.#msPerRow === null ? latest : this.#msPerRow + LATEST * (latest - this.#msPerRow);
    this.#msPerRow = present;
    this.#bestMsPerRow = Math.min(this.#bestMsPerRow * FORGET, present);
    // Half of the change, so that one slow batch does not make the next ones tiny.
    const wished = BATCH_MS / latest;
    this.#rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, (this.#rows + wished) / 2));
    const crowding = present / this.#bestMsPerRow - 1 - USUAL;
    return elapsedMs * Math.min(PAUSE_MAX, Math.max(PAUSE_MIN, crowding));
  }
}
