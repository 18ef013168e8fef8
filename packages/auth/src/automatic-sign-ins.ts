import { AuthError } from './auth.error.ts';

const DENIED_KEY = 'backcounter.signin-denied';
const RESTARTS_KEY = 'backcounter.signin-restarts';
const ROW_KEY = 'backcounter.signin-row';
const WINDOW_MS = 60_000;
const MAX = 3;

/** Counts automatic sign-ins across the redirects of this tab, so that they cannot loop. Internal. */
export class AutomaticSignIns {
  /** Records a sign-in after a refused one and returns whether it is allowed: once within a minute. */
  mayRetryDenied(nowMs: number = Date.now()): boolean {
    return mayHappen(DENIED_KEY, 1, nowMs);
  }

  /**
   * For a sign-in after a session that ended.
   * @throws AuthError after three within a minute, or in a row
   */
  restart(nowMs: number = Date.now()): void {
    this.begin(false);
    if (!mayHappen(RESTARTS_KEY, MAX, nowMs)) throw tooMany();
  }

  /**
   * For a sign-in that no person asked for. `isBack`: the provider has just sent the browser back without an answer.
   * @throws AuthError after three in a row
   */
  begin(isBack: boolean): void {
    if (row() >= MAX) throw tooMany();
    if (isBack) this.count();
  }

  /** The browser is back from the provider. */
  count(): void {
    sessionStorage.setItem(ROW_KEY, String(row() + 1));
  }

  /** The API accepted the session. */
  reset(): void {
    if (row() > 0) sessionStorage.removeItem(ROW_KEY);
  }
}

const row = () => Number(sessionStorage.getItem(ROW_KEY));
const tooMany = () => new AuthError('restarted-too-often', 'Three automatic sign-ins in a row');

function mayHappen(key: string, max: number, nowMs: number): boolean {
  const earlier = (sessionStorage.getItem(key) ?? '')
    .split(' ')
    .map(Number)
    .filter((atMs) => atMs > nowMs - WINDOW_MS && atMs <= nowMs);
  if (earlier.length >= max) return false;
  sessionStorage.setItem(key, [...earlier, nowMs].join(' '));
  return true;
}
