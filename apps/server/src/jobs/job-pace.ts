/** Others who wait for a record or for the processor should not notice a batch. */
const BATCH_MS = 100;
const FIRST_ROWS = 500;
const MIN_ROWS = 50;
const MAX_ROWS = 2_000;
/** Of the time of a batch: what is left to others in any case, and at most. */
const PAUSE_MIN = 0.1;
const PAUSE_MAX = 1;
/** The best speed is forgotten slowly, since rows and machine change. */
const FORGET = 1.01;

/**
 * How large the next batch is and how long to wait before it, from how long the last ones took. A batch that takes longer than the
 * best ones did says that the machine is busy with somebody else, who goes first: the job then works half of the time at least.
 */
export class JobPace {
  #rows = FIRST_ROWS;
  #bestMsPerRow = Number.POSITIVE_INFINITY;

  /** Records of the next batch. */
  get rows(): number {
    return Math.round(this.#rows);
  }

  /** Takes note of a batch and answers with the pause after it, in milliseconds. */
  pauseAfter(rows: number, elapsedMs: number): number {
    if (rows === 0) return 0;
    const msPerRow = Math.max(elapsedMs, 0.1) / rows;
    this.#bestMsPerRow = Math.min(this.#bestMsPerRow * FORGET, msPerRow);
    // Half of the way, so that one slow batch doesn't make the next ones tiny.
    const wished = BATCH_MS / msPerRow;
    this.#rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, (this.#rows + wished) / 2));
    const crowding = msPerRow / this.#bestMsPerRow - 1;
    return elapsedMs * Math.min(PAUSE_MAX, Math.max(PAUSE_MIN, crowding));
  }
}
