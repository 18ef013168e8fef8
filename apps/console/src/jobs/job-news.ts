import { isJobActive } from '@backcounter/domain';
import type { JobViewFragment } from '../generated/graphql.ts';
import { localStore } from '../lib/settings/local-store.ts';

/** Identifies one end of a job, which may continue and end again. */
export function endOf({ id, finishedAt }: Pick<JobViewFragment, 'id' | 'finishedAt'>): string {
  return `${id} ${finishedAt ?? ''}`;
}

type Seen = Pick<JobViewFragment, 'id' | 'state' | 'finishedAt'>;

/** Finds jobs that have ended since the start; earlier ends are not reported. */
export class JobEnds {
  #known: Set<string> | null = null;

  /** Jobs that have ended since the last call, each end once. */
  look<Job extends Seen>(jobs: readonly Job[]): readonly Job[] {
    const ended = jobs.filter(({ state }) => !isJobActive(state));
    const known = this.#known;
    this.#known = new Set(ended.map(endOf));
    return known === null ? [] : ended.filter((job) => !known.has(endOf(job)));
  }
}

const STORE = 'jobs-told';
const REMEMBERED = 50;

/**
 * Claims ends of jobs for this tab to report; returns those that no other tab of the browser has claimed. Without locks
 * each tab reports them.
 */
export async function claimEnds(ends: readonly string[]): Promise<ReadonlySet<string>> {
  const claim = (): ReadonlySet<string> => {
    const told = (localStore.getItem(STORE) ?? '').split('\n').filter((text) => text !== '');
    const free = ends.filter((end) => !told.includes(end));
    if (free.length > 0) localStore.setItem(STORE, [...told, ...free].slice(-REMEMBERED).join('\n'));
    return new Set(free);
  };
  // Plain http has no locks.
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  return locks === undefined ? claim() : locks.request(`backcounter ${STORE}`, claim);
}
