import { createAtom } from '@tanstack/react-store';

/** Since when the server has not been reachable; null while it is. */
const lostAt = createAtom<Date | null>(null, { compare: (a, b) => (a === null) === (b === null) });

/** What the last request and the browser say about the connection. */
export const connection = {
  lostAt,
  markLost: () => lostAt.set(new Date()),
  /** An answer that was still on its way when the browser went offline restores nothing. */
  markRestored: () => {
    if (globalThis.navigator?.onLine !== false) lostAt.set(null);
  },
};

/** Follows the browser's own events. */
export function watchBrowserConnection(target: Window): void {
  target.addEventListener('offline', connection.markLost);
  target.addEventListener('online', connection.markRestored);
  if (!target.navigator.onLine) connection.markLost();
}
