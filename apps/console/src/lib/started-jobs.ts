let started: readonly string[] = [];
const listeners = new Set<() => void>();

function set(next: readonly string[]): void {
  started = next;
  for (const listener of listeners) listener();
}

/**
 * Says that this tab has started a background job, with the id that the server answered with. Whoever starts one calls it: the tray then shows
 * the job at once, also while nothing comes over the stream of subscriptions.
 */
export function announceJob(id: string): void {
  if (!started.includes(id)) set([...started, id]);
}

/** Jobs that were started here and that the tray has not taken over yet. */
export const startedJobs = {
  snapshot: () => started,
  /** The tray follows these jobs from now on. */
  take(): readonly string[] {
    const taken = started;
    if (taken.length > 0) set([]);
    return taken;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
