/** Maximum age of a count compared with the rows beside it; the server caches one for 2 s. */
const KEPT_MS = 5_000;

/**
 * The instant from which rows are new. A list sorted newest first may show some that were created after its count:
 * those are visible already, and not new.
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
