import { isJobActive } from '@backcounter/domain';
import type { JobViewFragment } from '../generated/graphql.ts';
import { localStore } from '../lib/settings/local-store.ts';

/** What names one end of a job: it may go on and end again. */
export function endOf({ id, finishedAt }: Pick<JobViewFragment, 'id' | 'finishedAt'>): string {
  return `${id} ${finishedAt ?? ''}`;
}

type Seen = Pick<JobViewFragment, 'id' | 'state' | 'finishedAt'>;

/** Finds what has ended since one began to look; what had ended before is no news. */
export class JobEnds {
  #known: Set<string> | null = null;

  /** Jobs that have ended since the last look, each end once. */
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
 * Takes it upon this tab to tell of ends of jobs; answers with those that no other tab of the browser has told. Without locks each tab
 * tells.
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
