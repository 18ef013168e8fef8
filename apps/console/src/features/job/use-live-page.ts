import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { JobViewFragment } from '../../generated/graphql.ts';
import { useNewestJobId } from '../../jobs/use-my-jobs.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import type { ListPageData } from '../../listing/list-definition.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { toldAnswers } from './answered-requests.ts';
import { jobsChanged } from './job-page.operations.ts';

type Page = ListPageData<JobViewFragment>;

/** Keeps the jobs of the page that is shown up to date, each in its place; a new job of one's own makes the page ask again. */
export function useLivePage(list: string): void {
  const queryClient = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => queryClient.getQueryCache().subscribe(listener),
    [queryClient],
  );
  const ids = useSyncExternalStore(subscribe, () => {
    const shown = queryClient.getQueryCache().findAll({ queryKey: ['list', list], type: 'active' });
    return shown.flatMap(({ state }) => (state.data as Page | undefined)?.rows.map(({ id }) => id) ?? []).join(' ');
  });
  useEffect(() => {
    if (ids === '') return;
    const pages = toldAnswers<Page>(queryClient, ['list', list]);
    const stop = followLive(
      jobsChanged,
      { ids: ids.split(' ') },
      {
        onResult: ({ jobsChanged: jobs }) => {
          const changed = new Map(jobs.map((job) => [job.id, job]));
          pages.tell((page) => ({ ...page, rows: page.rows.map((row) => changed.get(row.id) ?? row) }));
          for (const job of jobs)
            queryClient.setQueryData<JobViewFragment>(['job', job.id], (known) => known && { ...known, ...job });
        },
        onRecovered: () => void refreshLists(queryClient, list),
      },
    );
    return () => {
      stop();
      pages.stop();
    };
  }, [ids, list, queryClient]);
  const newest = useNewestJobId();
  const shown = useRef(newest);
  useEffect(() => {
    if (shown.current === newest) return;
    shown.current = newest;
    void refreshLists(queryClient, list);
  }, [newest, list, queryClient]);
}
