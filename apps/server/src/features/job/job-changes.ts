import { bestEffort } from '../../db/best-effort.ts';
import type { JobRow } from '../../jobs/job-record.ts';
import type { Notices } from '../../live/database-notices.ts';
import { pause } from '../../live/pause.ts';

/** Jobs are told of at most twice a second, however many change. */
const QUIET_MS = 500;

/** Which jobs are followed. */
export interface JobChangesOptions {
  /** Reads them with the rights of the follower, each time anew. */
  readonly read: () => Promise<JobRow[]>;
  /** False when none of these jobs can be among them. */
  readonly concerns: (ids: readonly string[]) => boolean | Promise<boolean>;
  readonly notices: AsyncIterable<Notices<string>>;
  readonly signal: AbortSignal;
}

/**
 * Jobs as they are: at once, then whenever one of them has changed. Always all of them, so that whoever has missed an answer lacks nothing
 * with the next one. A failure of the moment is made up for.
 */
export async function* jobChanges({ read, concerns, notices, signal }: JobChangesOptions): AsyncGenerator<JobRow[]> {
  yield await read();
  for await (const { payloads, isIncomplete } of notices) {
    const isConcerned = isIncomplete || (await bestEffort('owners of jobs', () => concerns(payloads))) !== false;
    if (!isConcerned) continue;
    let rows: JobRow[] | undefined;
    while (rows === undefined && !signal.aborted) {
      rows = await bestEffort('jobs that have changed', () => read().catch(unlessAborted(signal)));
      if (rows === undefined) await pause(QUIET_MS, signal);
    }
    if (rows !== undefined && !signal.aborted) yield rows;
    await pause(QUIET_MS, signal);
  }
}

/** The end of the subscription is nothing to report. */
function unlessAborted(signal: AbortSignal): (error: unknown) => JobRow[] {
  return (error) => {
    if (signal.aborted) return [];
    throw error;
  };
}
