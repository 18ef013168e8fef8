/** Time between the first missing key and the report, in milliseconds (specification, section 9). */
export const MISSING_FLUSH_DELAY_MS = 1000;

/** A key that the chosen language lacks. */
export interface MissingKey {
  readonly locale: string;
  readonly key: string;
}

/** Collects missing keys; each is reported once per session. */
export interface MissingKeyLog {
  report(locale: string, key: string): void;
  /** Sends the collected keys now; `isLeaving` while the page is unloaded. */
  flush(isLeaving?: boolean): void;
}

/** Creates a log that sends one batch 1 s after the first miss. */
export function createMissingKeyLog(send: (batch: readonly MissingKey[], isLeaving: boolean) => void): MissingKeyLog {
  const seen = new Set<string>();
  let batch: MissingKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (isLeaving = false) => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.length === 0) return;
    const full = batch;
    batch = [];
    send(full, isLeaving);
  };
  return {
    report(locale, key) {
      const mark = `${locale} ${key}`;
      if (seen.has(mark)) return;
      seen.add(mark);
      batch.push({ locale, key });
      timer ??= setTimeout(flush, MISSING_FLUSH_DELAY_MS);
    },
    flush,
  };
}
