import { createAtom } from '@tanstack/react-store';

/** What the button of the tray says; the tray itself is loaded later. */
interface JobTrayCounts {
  readonly running: number;
  /** Jobs that failed, or some of whose records did, since the tray was last looked at. */
  readonly failed: number;
  /** Jobs that the tray holds: those, and what has ended lately. */
  readonly all: number;
}

/** How many jobs of the person go on or have failed. */
export const jobTrayCounts = createAtom<JobTrayCounts>(
  { running: 0, failed: 0, all: 0 },
  { compare: (a, b) => a.running === b.running && a.failed === b.failed && a.all === b.all },
);
