import { LIMITS } from '@backcounter/domain';
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
export function findersFor(roles: ReturnType<typeof currentRoles>): readonly Finder[] {
  return FEATURE_PATHS.flatMap((path) => {
    const { finder }: FeatureRoute = FEATURE_ROUTES[path];
    return finder && mayOpen(path, roles) ? [{ path, load: finder }] : [];
  });
}

/** What one finder has to say about the text as it is typed now. */
export interface FoundGroup {
  readonly path: FeaturePath;
  /** The answer; while another one is on its way, that to an earlier text. */
  readonly found: FoundRecords | null;
  /** The answer belongs to an earlier text. */
  readonly isStale: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** Records by any of their keys. */
export interface RecordSearch {
  readonly groups: readonly FoundGroup[];
  /** No answer to this text yet. */
  readonly isPending: boolean;
  /** Asks at once. */
  readonly ask: () => void;
}

/**
 * Asks 250 ms after the last key. The request for an older text is cancelled, and its answer is never taken for that to a newer one: each
 * text has its own.
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
      found: isAsked ? (data ?? null) : null,
      isStale: isTyping || isPlaceholderData,
      // What is out of reach is mostly the server, so that one line asks again for all that failed.
      error: isAsked && !isTyping && results[index] === failed[0] ? error : null,
      retry: () => {
        for (const { refetch } of failed) void refetch();
      },
    })),
    isPending: wanted !== '' && finders.length > 0 && (isTyping || results.some(({ isFetching }) => isFetching)),
    ask: () => setAsked(wanted),
  };
}
