import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { JobViewFragment } from '../generated/graphql.ts';
import { isJobShown } from '../lib/page/shown-jobs.ts';
import { refreshLists } from '../listing/use-list-data.ts';
import { jobKindWords, summaryOf } from './job-kinds.ts';
import { claimEnds, endOf, JobEnds } from './job-news.ts';

/**
 * Reports jobs that have ended: once per browser, in a visible tab, unless a dialog there shows the job. Every tab
 * reloads the lists whose records they changed.
 */
export function useJobNews(
  jobs: readonly JobViewFragment[] | undefined,
  onEnded: (jobs: readonly JobViewFragment[]) => void,
): void {
  const queryClient = useQueryClient();
  const ends = useRef(new JobEnds());
  const waiting = useRef<readonly JobViewFragment[]>([]);
  const tell = useEffectEvent(async () => {
    if (document.visibilityState === 'hidden' || waiting.current.length === 0) return;
    const news = waiting.current;
    waiting.current = [];
    const ours = await claimEnds(news.map(endOf));
    const untold = news.filter((job) => ours.has(endOf(job)) && !isJobShown(job.id));
    if (untold.length > 0) onEnded(untold);
  });
  useEffect(() => {
    if (!jobs) return;
    const news = ends.current.look(jobs);
    const lists = new Set(news.flatMap((job) => jobKindWords(job.kind).lists(summaryOf(job))));
    for (const list of lists) void refreshLists(queryClient, list);
    waiting.current = [...waiting.current, ...news];
    void tell();
  }, [jobs, queryClient]);
  useEffect(() => {
    const onVisible = () => void tell();
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, []);
}
