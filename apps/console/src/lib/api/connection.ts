import { createAtom } from '@tanstack/react-store';

/** A running server answers here without a session. */
const PROBE = '/healthz';
const PROBE_TIMEOUT_MS = 10_000;
const RETRY_MS = 3_000;

/** When the server became unreachable; null while it is reachable. */
const lostAt = createAtom<Date | null>(null, { compare: (a, b) => (a === null) === (b === null) });
let isAsking = false;
let next: ReturnType<typeof setTimeout> | undefined;

/** Asks the server for any answer, and again every few seconds until there is one. */
async function ask(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  clearTimeout(next);
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    await fetch(PROBE, { cache: 'no-store', credentials: 'omit', signal });
    connection.markRestored();
  } catch (cause) {
    console.warn('Connection:', cause);
    connection.markLost();
    next = setTimeout(() => void ask(), RETRY_MS);
  } finally {
    isAsking = false;
  }
}

/** The state of the connection, from the last request and the browser's events. */
export const connection = {
  lostAt,
  markLost: () => lostAt.set(new Date()),
  /** Ignored while the browser is offline: the answer is an old one. */
  markRestored: () => {
    if (globalThis.navigator?.onLine === false) return;
    clearTimeout(next);
    lostAt.set(null);
  },
  /** A request got no answer. That may be due to this request alone, so the server is asked before anything is lost. */
  doubt: () => void ask(),
};

/** Follows the browser's own events. */
export function watchBrowserConnection(target: Window): void {
  target.addEventListener('offline', connection.markLost);
  target.addEventListener('online', connection.doubt);
  if (!target.navigator.onLine) connection.markLost();
}
