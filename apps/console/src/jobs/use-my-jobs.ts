import { isJobActive } from '@backcounter/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useEffect, useState } from 'react';
import type { JobViewFragment } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import { followLive } from '../lib/live/live-feed.ts';
import { streamLostSince } from '../lib/live/live-state.ts';
import { startedJobs } from '../lib/page/started-jobs.ts';
import { myJobsChanged, myJobsQuery } from './job.operations.ts';
import { jobPaces } from './job-pace.ts';

const POLL_MS = 3_000;
const POLL_IDLE_MS = 20_000;
const KEY = ['my-jobs'] as const;

/** The newest of the person's jobs in this tab's cache, without a request; null without any. */
export function useNewestJobId(): string | null {
  const { data } = useQuery<readonly JobViewFragment[]>({
    queryKey: KEY,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return data?.[0]?.id ?? null;
}

/** The person's own jobs, live; polled while the stream is down. */
export function useMyJobs() {
  const queryClient = useQueryClient();
  const lostSince = useSelector(streamLostSince);
  const [isTold, setTold] = useState(false);
  const isLive = isTold && lostSince === null;
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await load(myJobsQuery, {}, signal)).myJobs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => {
      if (isLive) return false;
      return state.data?.some((job) => isJobActive(job.state)) ? POLL_MS : POLL_IDLE_MS;
    },
  });
  const set = (jobs: readonly JobViewFragment[]) => {
    // An answer that was requested earlier is older than this.
    void queryClient.cancelQueries({ queryKey: KEY });
    queryClient.setQueryData(KEY, [...jobs]);
  };
  useEffect(
    () =>
      followLive(
        myJobsChanged,
        {},
        {
          onResult: ({ myJobsChanged: jobs }) => {
            setTold(true);
            void queryClient.cancelQueries({ queryKey: KEY });
            queryClient.setQueryData(KEY, jobs);
          },
        },
      ),
    [queryClient],
  );
  useEffect(() => {
    const take = () => {
      if (startedJobs.take().length > 0) void queryClient.invalidateQueries({ queryKey: KEY });
    };
    take();
    const following = startedJobs.ids.subscribe(take);
    return () => following.unsubscribe();
  }, [queryClient]);
  const { data } = query;
  useEffect(() => {
    const now = Date.now();
    for (const job of data ?? []) if (job.state === 'RUNNING') jobPaces.note(job.id, job.done, now);
  }, [data]);
  return {
    jobs: data,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
    /** Replaces a changed job in the list, before the stream reports it. */
    put(job: JobViewFragment): void {
      const known = queryClient.getQueryData<readonly JobViewFragment[]>(KEY) ?? [];
      set(
        known.some(({ id }) => id === job.id)
          ? known.map((each) => (each.id === job.id ? job : each))
          : [job, ...known],
      );
    },
  };
}
