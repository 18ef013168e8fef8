import { useEffect, useState } from 'react';
import type { RecordVersionFragment, TypedDocumentString } from '../generated/graphql.ts';
import { followLive } from './live-feed.ts';

/** A subscription to the latest versions of records; it aliases its field `latest`. */
export type VersionsDocument = TypedDocumentString<
  { readonly latest: readonly RecordVersionFragment[] },
  { readonly ids: string[] }
>;

const NONE: readonly RecordVersionFragment[] = [];

/** The latest versions of these records, kept up to date while the component is shown; empty until they are known. */
export function useLatestVersions(
  document: VersionsDocument,
  ids: readonly string[],
): readonly RecordVersionFragment[] {
  const [versions, setVersions] = useState(NONE);
  const key = ids.toSorted().join(' ');
  useEffect(() => {
    if (key === '') return;
    return followLive(document, { ids: key.split(' ') }, { onResult: ({ latest }) => setVersions(latest) });
  }, [document, key]);
  return versions;
}
