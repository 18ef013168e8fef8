import { LIMITS, type Role } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FEATURE_PATHS, FEATURE_ROUTES, type FeaturePath, type FeatureRoute } from '../../features/index.ts';
import type { FoundRecords, RecordFinder } from '../../lib/record/record-finder.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { mayOpen } from '../navigation.ts';

const FRESH_MS = 10_000;

interface Finder {
  readonly path: FeaturePath;
  readonly load: () => Promise<RecordFinder>;
}

/** The finders of the screens that this person may open. */
export function findersFor(roles: readonly Role[]): readonly Finder[] {
  return FEATURE_PATHS.flatMap((path) => {
    const { finder }: FeatureRoute = FEATURE_ROUTES[path];
    return finder && mayOpen(path, roles) ? [{ path, load: finder }] : [];
  });
}

/** Result of one finder for the current text. */
export interface FoundGroup {
  readonly path: FeaturePath;
  readonly text: string;
  /** The answer; while another one is loading, that of an earlier text. */
  readonly found: FoundRecords | null;
  /** The answer belongs to an earlier text. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** A search for records by any of their keys. */
export interface RecordSearch {
  readonly groups: readonly FoundGroup[];
  /** There is no answer to this text yet. */
  readonly isPending: boolean;
  /** Searches immediately. */
  readonly ask: () => void;
}

/**
 * Searches 250 ms after the last key. The request of an older text is cancelled, and its answer is never used for a
 * newer one: each text has its own.
 */
export function useFoundRecords(text: string): RecordSearch {
  const { locale } = useMessages();
  const wanted = text.trim();
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), LIMITS.searchDelayMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const finders = findersFor(currentRoles());
  const isAsked = asked !== '' && wanted !== '';
  const results = useQueries({
    queries: finders.map(({ path, load }) => ({
      queryKey: ['palette', path, asked, locale],
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await load()).find(asked, locale, signal),
      enabled: isAsked,
      staleTime: FRESH_MS,
      placeholderData: (previous: FoundRecords | undefined) => previous,
    })),
  });
  const isTyping = asked !== wanted;
  const failed = results.filter(({ error }) => error !== null);
  return {
    groups: results.map(({ data, isPlaceholderData, error }, index) => ({
      // biome-ignore lint/style/noNonNullAssertion: one result for each finder
      path: finders[index]!.path,
      text: asked,
      found: isAsked ? (data ?? null) : null,
      isStale: isTyping || isPlaceholderData,
      // Usually the server is unreachable, so a single entry retries all failed searches.
      error: isAsked && !isTyping && results[index] === failed[0] ? error : null,
      retry: () => {
        for (const { refetch } of failed) void refetch();
      },
    })),
    isPending: wanted !== '' && finders.length > 0 && (isTyping || results.some(({ isFetching }) => isFetching)),
    ask: () => setAsked(wanted),
  };
}
