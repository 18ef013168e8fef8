import { createAtom } from '@tanstack/react-store';

const started = createAtom<readonly string[]>([]);

/**
 * Says that this tab has started a background job, with the id that the server answered with. Whoever starts one calls it: the tray then shows
 * the job at once, also while nothing comes over the stream of subscriptions.
 */
export function announceJob(id: string): void {
  if (!started.get().includes(id)) started.set((ids) => [...ids, id]);
}

/** Jobs that were started here and that the tray has not taken over yet. */
export const startedJobs = {
  ids: started,
  /** The tray follows these jobs from now on. */
  take(): readonly string[] {
    const taken = started.get();
    if (taken.length > 0) started.set([]);
    return taken;
  },
};
