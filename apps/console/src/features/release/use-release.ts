import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ReleaseRecordQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { releaseNumbersQuery } from './release.operations.ts';
import { releaseDocuments } from './release-record.operations.ts';

/** A release as its page has it. */
export type ReleaseRecord = NonNullable<ReleaseRecordQuery['record']>;

/** Name of the list of releases. */
export const RELEASES = 'releases';

/** Address of a release's page. */
export const releaseHref = (id: string): string => `/admin/releases/${encodeURIComponent(id)}`;

/** One release; null when there is none. */
export function useRelease(id: string) {
  return useQuery({
    queryKey: ['release', id, 'record'],
    queryFn: async ({ signal }) => (await load(releaseDocuments.record, { id }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** The greatest published number and those that may come next; undefined until they are known. */
export function useReleaseNumbers() {
  return useQuery({
    queryKey: ['release', 'numbers'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(releaseNumbersQuery, {}, signal)).releaseNumbers,
    gcTime: 0,
  }).data;
}

/** After a change: the release, what its page shows of it, and the list are asked again. */
export function useRefreshRelease(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['release', id] }),
      refreshLists(queryClient, RELEASES),
    ]);
  }, [queryClient, id]);
}
