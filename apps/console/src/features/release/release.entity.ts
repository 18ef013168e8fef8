import { RELEASE_MACHINE } from '@backcounter/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReleaseRecordQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import type { RichRecord } from '../../records/rich-record.ts';
import { releaseNumbersQuery } from './release.operations.ts';
import { releaseDocuments } from './release-record.operations.ts';

/** A release as its page has it. */
export type ReleaseRecord = NonNullable<ReleaseRecordQuery['record']>;

/** Releases of the product that readers see. */
export const releases = {
  noun: 'release',
  path: '/admin/releases',
  href: (id) => `/admin/releases/${encodeURIComponent(id)}`,
  titleKey: 'shell.page.releases',
  placeKeys: { failed: 'release.place.failed', missing: 'release.place.missing' },
  machine: RELEASE_MACHINE,
  lists: ['releases'],
  documents: releaseDocuments,
  titleOf: ({ number }) => number,
  notNow: (_release, t) => t('error.access.denied'),
} satisfies RichRecord<ReleaseRecord>;

/** The greatest published number and those that may come next; undefined until they are known. */
export function useReleaseNumbers() {
  return useQuery({
    queryKey: ['release', 'numbers'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(releaseNumbersQuery, {}, signal)).releaseNumbers,
    gcTime: 0,
  }).data;
}
