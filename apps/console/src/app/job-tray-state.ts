/** What the button of the tray says; the tray itself is loaded later. */
interface JobTrayCounts {
  readonly running: number;
  /** Jobs that failed, or some of whose records did, since the tray was last looked at. */
  readonly failed: number;
  /** Jobs that the tray holds: those, and what has ended lately. */
  readonly all: number;
}

let counts: JobTrayCounts = { running: 0, failed: 0, all: 0 };
const listeners = new Set<() => void>();

/** How many jobs of the person go on or have failed. */
export const jobTrayState = {
  counts: () => counts,
  set(next: JobTrayCounts): void {
    if (next.running === counts.running && next.failed === counts.failed && next.all === counts.all) return;
    counts = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
