import { useClock } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import type { DashboardFilter, DashboardFilterKind } from '../../generated/graphql.ts';
import { connection } from '../../lib/api/connection.ts';
import { isUnreachable } from '../../lib/api/request-error.ts';
import { useDashboard } from './filters/dashboard-scope.ts';
import { inTime } from './tile-time.ts';

const EVERY_MS = 60_000;
/** Age at which freshly fetched figures count as out of date. */
const OLD_AFTER_MS = 5 * 60_000;

/** Fields that every tile's answer has. */
export interface TileAnswer {
  /** The instant up to which figures are counted; null: nothing counted yet. */
  readonly asOf?: string | null | undefined;
  readonly ignoresFilters: readonly DashboardFilterKind[];
  /** False while past days are still being counted. */
  readonly isComplete?: boolean;
}

/** A tile's data and its freshness. */
export interface Tile<Answer> {
  readonly data: Answer | undefined;
  /** The error if there is nothing to show; null if there is data, even old, and while the connection is lost. */
  readonly error: unknown;
  /** The time since which the data may be out of date. */
  readonly staleSince: Date | null;
  /** Shows the answer for earlier filters until the new one arrives. */
  readonly isDimmed: boolean;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

interface TileOptions {
  /** Refetch interval while the page is visible. */
  readonly everyMs?: number;
  /** Age at which its figures count as out of date. */
  readonly oldAfterMs?: number;
}

/**
 * A tile's own query: limited to 5 s, refetched silently while the page is visible. A failure affects this tile only.
 */
export function useTile<Answer extends TileAnswer>(
  name: string,
  ask: (filter: DashboardFilter, signal: AbortSignal) => Promise<Answer>,
  { everyMs = EVERY_MS, oldAfterMs = OLD_AFTER_MS }: TileOptions = {},
): Tile<Answer> {
  const { filter } = useDashboard();
  const lostAt = useSelector(connection.lostAt);
  const now = useClock();
  const query = useQuery({
    queryKey: ['dashboard', name, filter],
    queryFn: ({ signal }) => inTime((within) => ask(filter ?? {}, within), signal),
    enabled: filter !== null,
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
    staleTime: everyMs / 2,
  });
  const { data, error, dataUpdatedAt } = query;
  const asOf = data?.asOf ? Date.parse(data.asOf) : dataUpdatedAt;
  const isOld =
    data !== undefined && (lostAt !== null || error !== null || Math.max(now, dataUpdatedAt) - asOf > oldAfterMs);
  return {
    data,
    // The banner of the lost connection says it once, and the tile loads again when the connection is back.
    error: data === undefined && !(lostAt !== null && isUnreachable(error)) ? error : null,
    staleSince: isOld ? new Date(asOf) : null,
    isDimmed: query.isPlaceholderData,
    isBusy: query.isFetching,
    retry: () => void query.refetch(),
  };
}
