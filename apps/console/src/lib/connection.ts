/** Since when the server has not been reachable; null while it is. */
let lostAt: Date | null = null;
const listeners = new Set<() => void>();

function set(next: Date | null) {
  if ((lostAt === null) === (next === null)) return;
  lostAt = next;
  for (const listener of listeners) listener();
}

/** What the last request and the browser say about the connection. */
export const connection = {
  lostAt: () => lostAt,
  markLost: () => set(new Date()),
  /** An answer that was still on its way when the browser went offline restores nothing. */
  markRestored: () => {
    if (globalThis.navigator?.onLine !== false) set(null);
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Follows the browser's own events. */
export function watchBrowserConnection(target: Window): void {
  target.addEventListener('offline', connection.markLost);
  target.addEventListener('online', connection.markRestored);
  if (!target.navigator.onLine) connection.markLost();
}
