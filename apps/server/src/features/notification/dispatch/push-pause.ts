/** Maximum number of attempts per message. */
export const PUSH_TRIES_MAX = 6;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 32_000;
/** Longer pauses requested by the push service are capped. */
const RETRY_AFTER_MAX_MS = 60 * 60_000;

/**
 * Milliseconds until the next attempt after `tries` of them: 1, 2, 4, … 32 s plus up to 50 % jitter, and no sooner than the
 * push service asks. `random` is in [0, 1).
 */
export function pushPauseMs(tries: number, retryAfterMs: number | null, random: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(tries - 1, 0), LONGEST_PAUSE_MS);
  const asked = Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS);
  return Math.round(Math.max(pause, asked) + random * (pause / 2));
}
