/** Progress of a job at one moment. */
interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast a job goes, and how long it still takes if it goes on like that. */
export interface JobPace {
  readonly perSecond: number;
  /** Null while nobody knows how many there are. */
  readonly leftMs: number | null;
}

/** A rate is told when it was watched for this long. */
const WATCHED_MS = 4_000;
const SAMPLES_MIN = 4;
/** Older progress says nothing about the present. */
const WINDOW_MS = 20_000;
const JOBS_MAX = 100;

/**
 * Watches how jobs come further. It says nothing until it has seen enough, and nothing again when a job stands still: an estimate that is
 * not honest is worse than none.
 */
export class JobPaces {
  readonly #samples = new Map<string, Sample[]>();

  /** Notes the progress of a job. */
  note(id: string, done: number, atMs: number): void {
    const known = this.#samples.get(id) ?? [];
    const last = known.at(-1);
    // The same figure again is no progress; less than before is another run.
    const kept = last !== undefined && done < last.done ? [] : known;
    if (last === undefined || done !== last.done) kept.push({ atMs, done });
    while (kept.length > 2 && atMs - (kept[0]?.atMs ?? atMs) > WINDOW_MS) kept.shift();
    this.#samples.delete(id);
    this.#samples.set(id, kept);
    if (this.#samples.size > JOBS_MAX)
      for (const oldest of [...this.#samples.keys()].slice(0, 1)) this.#samples.delete(oldest);
  }

  /** The pace of a job; null when it is not known well enough. */
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

/** Of the jobs that this tab hears of. */
export const jobPaces = new JobPaces();
