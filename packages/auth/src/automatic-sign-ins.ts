const DENIED_KEY = 'backcounter.signin-denied';
const RESTARTS_KEY = 'backcounter.signin-restarts';
const WINDOW_MS = 60_000;
const RESTARTS_MAX = 3;

/** Counts automatic sign-ins across the redirects of this tab, so that they cannot loop. Internal. */
export class AutomaticSignIns {
  /** Records a sign-in after a refused one and returns whether it is allowed: once within a minute. */
  mayRetryDenied(nowMs: number = Date.now()): boolean {
    return mayHappen(DENIED_KEY, 1, nowMs);
  }

  /** The same for a sign-in after a session that ended: at most three within a minute. */
  mayRestart(nowMs: number = Date.now()): boolean {
    return mayHappen(RESTARTS_KEY, RESTARTS_MAX, nowMs);
  }
}

function mayHappen(key: string, max: number, nowMs: number): boolean {
  const earlier = (sessionStorage.getItem(key) ?? '')
    .split(' ')
    .map(Number)
    .filter((atMs) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
  if (earlier.length >= max) return false;
  sessionStorage.setItem(key, [...earlier, nowMs].join(' '));
  return true;
}
