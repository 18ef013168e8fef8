/** Progress of a job at one moment. */
interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** Rate of a job, and the remaining time at this rate. */
export interface JobPace {
  readonly perSecond: number;
  /** Null while the total is unknown. */
  readonly leftMs: number | null;
}

/** Minimum observation time before a rate is shown. */
const WATCHED_MS = 4_000;
const SAMPLES_MIN = 4;
/** Older progress is ignored. */
const WINDOW_MS = 20_000;
const JOBS_MAX = 100;

/**
 * Estimates the pace of jobs. No estimate before there is enough data, nor when a job stalls: a misleading estimate is
 * worse than none.
 */
export class JobPaces {
  readonly #samples = new Map<string, Sample[]>();

  /** Records the progress of a job. */
  note(id: string, done: number, atMs: number): void {
    const known = this.#samples.get(id) ?? [];
    const last = known.at(-1);
    // The same figure again is no progress; a smaller one is another run.
    const kept = last !== undefined && done < last.done ? [] : known;
    if (last === undefined || done !== last.done) kept.push({ atMs, done });
    while (kept.length > 2 && atMs - (kept[0]?.atMs ?? atMs) > WINDOW_MS) kept.shift();
    this.#samples.delete(id);
    this.#samples.set(id, kept);
    if (this.#samples.size > JOBS_MAX)
      for (const oldest of [...this.#samples.keys()].slice(0, 1)) this.#samples.delete(oldest);
  }

  /** The pace of a job; null without enough data. */
  of(id: string, total: number | null, nowMs: number): JobPace | null {
    const samples = this.#samples.get(id) ?? [];
    const [first, last] = [samples[0], samples.at(-1)];
    if (!first || !last || samples.length < SAMPLES_MIN || last.atMs - first.atMs < WATCHED_MS) return null;
    const isStill = nowMs - last.atMs > WATCHED_MS;
    if (isStill) return null;
    const perSecond = ((last.done - first.done) / (last.atMs - first.atMs)) * 1000;
    if (perSecond <= 0) return null;
    return { perSecond, leftMs: total === null ? null : (Math.max(0, total - last.done) / perSecond) * 1000 };
  }
}

/** Of the jobs that this tab follows. */
export const jobPaces = new JobPaces();
