import { isJobActive } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useEffect, useState } from 'react';
import type { JobViewFragment } from '../../../generated/graphql.ts';
import { downloadResult } from '../../../jobs/job-changes.ts';
import { jobErrorWords, jobTitle, outcomeSums, outcomeWords } from '../../../jobs/job-words.ts';
import { useJobNews } from '../../../jobs/use-job-news.ts';
import { useMyJobs } from '../../../jobs/use-my-jobs.ts';
import { bestEffort } from '../../../lib/page/best-effort.ts';
import { toasts } from '../../../lib/page/toasts.ts';
import { localStore } from '../../../lib/settings/local-store.ts';
import { jobTrayCounts } from '../../job-tray-state.ts';

export interface JobFollowerProps {
  /** The tray is visible and shows ended jobs itself. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

/** More simultaneous ends share one toast. */
const TOASTS_MAX = 2;
const SEEN = 'jobs-seen';

const hasFailed = (job: JobViewFragment) => job.state === 'FAILED' || outcomeSums(job.outcomes).FAILED > 0;

/**
 * Follows the person's jobs while the console is open: counts for the button, and a toast when one ends. Renders
 * nothing.
 */
export function JobFollower({ isOpen, onOpen }: JobFollowerProps): null {
  const messages = useMessages();
  const { t } = messages;
  const { jobs } = useMyJobs();
  const [seenUntil, setSeenUntil] = useState(() => localStore.getItem(SEEN) ?? '');
  useEffect(() => {
    const latest = (jobs ?? []).reduce(
      (last, { finishedAt }) => (finishedAt && finishedAt > last ? finishedAt : last),
      '',
    );
    // Visible jobs have been seen.
    if (isOpen && latest > seenUntil) {
      localStore.setItem(SEEN, latest);
      setSeenUntil(latest);
    }
    jobTrayCounts.set({
      running: (jobs ?? []).filter(({ state }) => isJobActive(state)).length,
      failed: (jobs ?? []).filter((job) => hasFailed(job) && (job.finishedAt ?? '') > seenUntil).length,
      all: jobs?.length ?? 0,
    });
  }, [jobs, isOpen, seenUntil]);
  useEffect(() => () => jobTrayCounts.set({ running: 0, failed: 0, all: 0 }), []);

  const tell = (job: JobViewFragment) => {
    const title = jobTitle(job, messages);
    const outcome = outcomeWords(job.outcomes, messages);
    const show = { label: t('job.action.show'), onClick: onOpen };
    if (job.state === 'FAILED') {
      const cause = jobErrorWords(job.errorCode ?? 'unexpected', messages);
      toasts.show({
        type: 'negative',
        message: t('job.ended.FAILED', { job: title, cause }),
        action: show,
        details: `${t('common.place.reference')} ${job.id}`,
      });
    } else if (job.state === 'CANCELED') {
      toasts.show({ type: 'info', message: t('job.ended.CANCELED', { job: title }), action: show });
    } else {
      const isWhole = job.result !== null && job.outcomes.every((each) => each.outcome === 'DONE');
      toasts.show({
        type: hasFailed(job) ? 'warning' : 'positive',
        message: outcome ? t('job.ended.SUCCEEDED', { job: title, outcome }) : t('job.ended.plain', { job: title }),
        action: isWhole
          ? {
              label: t('job.action.file'),
              onClick: () => void bestEffort('The file of a job', () => downloadResult(job.id)),
            }
          : show,
      });
    }
  };
  useJobNews(jobs, (ended) => {
    if (isOpen) return;
    if (ended.length <= TOASTS_MAX) for (const job of ended) tell(job);
    else
      toasts.show({
        type: ended.some(hasFailed) ? 'warning' : 'positive',
        message: t('job.ended.many', { count: ended.length }),
        action: { label: t('job.action.show'), onClick: onOpen },
      });
  });
  return null;
}
