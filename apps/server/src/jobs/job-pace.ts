/** Others who wait for a record or for the processor should not notice a batch. */
const BATCH_MS = 200;
const FIRST_ROWS = 500;
const MIN_ROWS = 50;
const MAX_ROWS = 4_000;
/** Of the time of a batch: what is left to others in any case, and at most. */
const PAUSE_MIN = 0.03;
const PAUSE_MAX = 1;
/** Weight of the last batch in the present speed: one slow batch, such as that of a checkpoint, says nothing yet. */
const LATEST = 0.3;
/** By how much the speed changes by itself. */
const USUAL = 0.25;
/** The best speed is forgotten slowly, since rows and machine change. */
const FORGET = 1.01;

/**
 * How large the next batch is and how long to wait before it, from how long the last ones took. A job that becomes clearly slower than it
 * was has a machine that is busy with somebody else, who goes first: it then works half of the time at least.
 */
export class JobPace {
  #rows = FIRST_ROWS;
  #msPerRow: number | null = null;
  #bestMsPerRow = Number.POSITIVE_INFINITY;

  /** Records of the next batch. */
  get rows(): number {
    return Math.round(this.#rows);
  }

  /** Takes note of a batch and answers with the pause after it, in milliseconds. */
  pauseAfter(rows: number, elapsedMs: number): number {
    if (rows === 0) return 0;
    const latest = Math.max(elapsedMs, 0.1) / rows;
    const present = this.#msPerRow === null ? latest : this.#msPerRow + LATEST * (latest - this.#msPerRow);
    this.#msPerRow = present;
    this.#bestMsPerRow = Math.min(this.#bestMsPerRow * FORGET, present);
    // Half of the way, so that one slow batch doesn't make the next ones tiny.
    const wished = BATCH_MS / latest;
    this.#rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, (this.#rows + wished) / 2));
    const crowding = present / this.#bestMsPerRow - 1 - USUAL;
    return elapsedMs * Math.min(PAUSE_MAX, Math.max(PAUSE_MIN, crowding));
  }
}
