const DENIED_KEY = 'backcounter.signin-denied';
const RESTARTS_KEY = 'backcounter.signin-restarts';
const WINDOW_MS = 60_000;
const RESTARTS_MAX = 3;

/** Counts, across the redirects of this tab, the sign-ins that nobody asked for, so that none of them can loop. Internal. */
export class AutomaticSignIns {
  get deniedOnce(): boolean {
    return sessionStorage.getItem(DENIED_KEY) !== null;
  }

  set deniedOnce(isDenied: boolean) {
    if (isDenied) sessionStorage.setItem(DENIED_KEY, '1');
    else sessionStorage.removeItem(DENIED_KEY);
  }

  /** Records one and tells whether it may happen: at most three within a minute. */
  mayRestart(nowMs: number = Date.now()): boolean {
    const earlier = (sessionStorage.getItem(RESTARTS_KEY) ?? '')
      .split(' ')
      .map(Number)
      .filter((atMs) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
    if (earlier.length >= RESTARTS_MAX) return false;
    sessionStorage.setItem(RESTARTS_KEY, [...earlier, nowMs].join(' '));
    return true;
  }
}
