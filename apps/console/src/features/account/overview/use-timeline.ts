import { useMessages } from '@backcounter/i18n/react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import type { AccountEventCountsQueryVariables } from '../../../generated/graphql.ts';
import { load, whileBusy } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { pointsEntryCountQuery } from '../../../points/points.operations.ts';
import { usePointsWallet } from '../../../points/use-points-wallet.ts';
import type { AccountRecord } from '../use-account.ts';
import { accountEventCountsQuery } from './timeline.operations.ts';
import { newestFirst, takeNewest, type Waiting } from './timeline-merge.ts';
import {
  DELIVERED,
  type EventKind,
  loadEvents,
  type Period,
  POINTS_CODES,
  SHOWN_ELSEWHERE,
  TIMELINE_KINDS,
  type TimelineEvent,
} from './timeline-sources.ts';

/** Events of each kind that were loaded and not shown yet; a kind is missing before its first page. */
type Position = Readonly<Partial<Record<EventKind, Waiting<TimelineEvent>>>>;

interface TimelinePage {
  readonly rows: readonly TimelineEvent[];
  readonly failed: readonly { readonly kind: EventKind; readonly error: unknown }[];
  /** Null at the end. */
  readonly next: Position | null;
}

/** The events of an account, newest first, of one kind or of all. Each kind has its own request and fails alone. */
export function useTimeline({ id, version }: AccountRecord, kind: EventKind | null, period: Period) {
  const { locale } = useMessages();
  const wallet = useWalletId(id);
  const pages = useInfiniteQuery({
    queryKey: ['account-belongings', id, 'timeline', kind, period.from, period.to, wallet.id, locale],
    queryFn: async ({ pageParam, signal }): Promise<TimelinePage> => {
      const kinds = kind === null ? TIMELINE_KINDS : [kind];
      const answers = await Promise.allSettled(
        kinds.map((each) => {
          const waiting = pageParam[each];
          if (waiting && (waiting.rows.length > 0 || waiting.next === null)) return waiting;
          const after = waiting?.next ?? null;
          return whileBusy(() => loadEvents(each, { id, walletId: wallet.id, after, locale, period }, signal), signal);
        }),
      );
      signal.throwIfAborted();
      const known = kinds.flatMap((each, index) => {
        const answer = answers[index];
        return answer?.status === 'fulfilled' ? [{ kind: each, waiting: answer.value }] : [];
      });
      const { rows, rest } = takeNewest(known.map(({ waiting }) => waiting));
      const next = Object.fromEntries(known.map(({ kind: each }, index) => [each, rest[index]])) as Position;
      const hasMore = rest.some(({ rows: left, next: cursor }) => left.length > 0 || cursor !== null);
      return {
        rows,
        failed: kinds.flatMap((each, index) => {
          const answer = answers[index];
          return answer?.status === 'rejected' ? [{ kind: each, error: answer.reason as unknown }] : [];
        }),
        next: hasMore ? next : null,
      };
    },
    // Failed kinds are part of the page.
    meta: { errorsShown: 'in-toast' },
    initialPageParam: {} as Position,
    getNextPageParam: ({ next }) => next,
    enabled: wallet.isKnown,
    placeholderData: keepPreviousData,
    // Comparing all earlier pages with themselves would take longer than showing the new one.
    structuralSharing: false,
  });
  const { refetch } = pages;
  // New entries and edits are news for the timeline too.
  const seen = `${version} ${wallet.entries}`;
  const last = useRef(seen);
  useEffect(() => {
    if (last.current !== seen) void refetch();
    last.current = seen;
  }, [seen, refetch]);
  // Hundreds of rows render in slices, between which the page scrolls and takes input.
  const shown = useDeferredValue(pages.data);
  const loaded = shown?.pages;
  const rows = useMemo(() => {
    // A kind that had failed may come later with newer events.
    if (loaded?.some(({ failed }) => failed.length > 0)) return [loaded.flatMap((page) => page.rows).sort(newestFirst)];
    return loaded?.map((page) => page.rows) ?? null;
  }, [loaded]);
  return {
    /** Pages of events; null until the first one is known. */
    pages: rows,
    failed: loaded?.at(-1)?.failed ?? [],
    isBusy: pages.isFetching,
    isLoadingMore: pages.isFetchingNextPage || shown !== pages.data,
    loadMore: loaded?.at(-1)?.next ? () => void pages.fetchNextPage() : null,
    retry: () => void refetch(),
  };
}

/** How many events of each kind an account has; undefined until known. */
export function useEventCounts(id: string) {
  const wallet = useWalletId(id);
  const account = { account: { in: [id] } };
  const answer = useQuery({
    queryKey: ['account-belongings', id, 'event-counts', wallet.id, wallet.entries],
    enabled: wallet.isKnown,
    // The rows show their own errors; without counts the labels stand alone.
    meta: { errorsShown: 'elsewhere' },
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const lists = {
        id,
        notifications: { ...account, state: { in: [...DELIVERED] } },
        opened: { ...account, state: { in: ['OPENED'] } },
        giveaways: account,
        coupons: account,
        shownElsewhere: [...SHOWN_ELSEWHERE],
      } satisfies AccountEventCountsQueryVariables;
      const points =
        wallet.id === null ? null : { filter: { wallet: { in: [wallet.id] }, code: { in: [...POINTS_CODES] } } };
      const [counts, entries] = await Promise.all([
        load(accountEventCountsQuery, lists, signal),
        points && load(pointsEntryCountQuery, points, signal),
      ]);
      return {
        points: entries?.list.count.value ?? 0,
        notifications: counts.notifications.count.value,
        opened: counts.opened.count.value,
        giveaways: counts.giveaways.count.value,
        coupons: counts.coupons.count.value,
        history: counts.account?.history.count.value ?? 0,
      };
    },
  });
  return answer.data;
}

/** The wallet's id, null for an account without one, and how many entries it has. */
function useWalletId(id: string) {
  const wallet = usePointsWallet({ type: 'ACCOUNT', id });
  const hasNone = wallet.error instanceof RequestError && wallet.error.code === 'wallet.not-found';
  return {
    id: wallet.data?.id ?? null,
    entries: wallet.data?.entries ?? 0,
    // The card of points shows another error.
    isKnown: wallet.data !== undefined || hasNone || wallet.isError,
  };
}
