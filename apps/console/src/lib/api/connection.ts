import { createAtom } from '@tanstack/react-store';

/** When the server became unreachable; null while it is reachable. */
const lostAt = createAtom<Date | null>(null, { compare: (a, b) => (a === null) === (b === null) });

/** The state of the connection, from the last request and the browser's events. */
export const connection = {
  lostAt,
  markLost: () => lostAt.set(new Date()),
  /** Ignored while the browser is offline: the answer is an old one. */
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
