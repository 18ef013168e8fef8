import { createAtom } from '@tanstack/react-store';

const started = createAtom<readonly string[]>([]);

/**
 * Announces a background job that this tab has started, with the id from the server's answer. Call it for every started
 * job: the tray then shows it immediately, even without the stream of subscriptions.
 */
export function announceJob(id: string): void {
  if (!started.get().includes(id)) started.set((ids) => [...ids, id]);
}

/** Jobs that were started here and that the tray does not show yet. */
export const startedJobs = {
  ids: started,
  /** Takes these jobs over to the tray. */
  take(): readonly string[] {
    const taken = started.get();
    if (taken.length > 0) started.set([]);
    return taken;
  },
};
