/** A count that is shown was made at most so long before the rows beside it; the server keeps one for 2 s. */
const KEPT_MS = 5_000;

/**
 * From when on rows are new. A list that begins with its newest rows may show some that were created after its count was made: those are
 * there, and not new.
 * @param created when each row was created, in their order
 */
export function newsSince(countedAt: string, created: readonly string[], isFirstPage: boolean): string {
  const times = created.map((instant) => Date.parse(instant));
  const isNewestFirst = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? time));
  const [newest] = times;
  const laterMs = (newest ?? Number.NaN) - Date.parse(countedAt);
  if (!isFirstPage || !isNewestFirst || newest === undefined || !(laterMs >= 0 && laterMs < KEPT_MS)) return countedAt;
  return new Date(newest + 1).toISOString();
}
