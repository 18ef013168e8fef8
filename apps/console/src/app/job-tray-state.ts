import { createAtom } from '@tanstack/react-store';

/** Figures of the tray's button; the tray itself is loaded later. */
interface JobTrayCounts {
  readonly running: number;
  /** Jobs that failed, or had failed records, since the tray was last opened. */
  readonly failed: number;
  /** Jobs in the tray: active ones, and those that ended recently. */
  readonly all: number;
}

/** Number of the person's jobs that are active or have failed. */
export const jobTrayCounts = createAtom<JobTrayCounts>(
  { running: 0, failed: 0, all: 0 },
  { compare: (a, b) => a.running === b.running && a.failed === b.failed && a.all === b.all },
);
