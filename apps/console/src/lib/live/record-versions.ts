import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RecordVersionFragment, TypedDocumentString } from '../../generated/graphql.ts';
import { followLive } from './live-feed.ts';

/** A subscription to the latest versions of records; it aliases its field `latest`. */
export type VersionsDocument = TypedDocumentString<
  { readonly latest: readonly RecordVersionFragment[] },
  { readonly ids: string[] }
>;

const NONE: readonly RecordVersionFragment[] = [];

/**
 * The latest versions of these records; empty until they are known. Not followed while the tab is hidden: its stream is
 * shared by all tabs and has 30 subscriptions, and a new one starts with the current versions.
 */
export function useLatestVersions(
  subscription: VersionsDocument,
  ids: readonly string[],
): readonly RecordVersionFragment[] {
  const [versions, setVersions] = useState(NONE);
  const isVisible = useIsVisible();
  const key = ids.toSorted().join(' ');
  useEffect(() => {
    if (key === '' || !isVisible) return;
    return followLive(subscription, { ids: key.split(' ') }, { onResult: ({ latest }) => setVersions(latest) });
  }, [subscription, key, isVisible]);
  return versions;
}

/** Whether the tab is visible. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible');
}

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
