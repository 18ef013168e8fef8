/** Since when the stream of subscriptions is lost, in milliseconds since 1970; null while it lives or nobody follows anything. */
let lostSince: number | null = null;
const listeners = new Set<() => void>();

/** What the page says about its stream of subscriptions; the stream itself is loaded later. */
export const liveState = {
  lostSince: () => lostSince,
  set(since: number | null): void {
    if (since === lostSince) return;
    lostSince = since;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
