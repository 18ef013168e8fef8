import { useClock } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import type { DashboardFilter, DashboardFilterKind } from '../../generated/graphql.ts';
import { connection } from '../../lib/api/connection.ts';
import { useDashboard } from './filters/dashboard-scope.ts';
import { inTime } from './tile-time.ts';

const EVERY_MS = 60_000;
/** Figures that are older than this although they have just been asked for. */
const OLD_AFTER_MS = 5 * 60_000;

/** What every tile's answer says of itself. */
export interface TileAnswer {
  /** Up to when the figures are right; null: nothing was counted yet. */
  readonly asOf?: string | null | undefined;
  readonly ignoresFilters: readonly DashboardFilterKind[];
  /** False while history is still being counted. */
  readonly isComplete?: boolean;
}

/** A tile: what is known, and how well. */
export interface Tile<Answer> {
  readonly data: Answer | undefined;
  /** Why there is nothing to show; null while there is, however old. */
  readonly error: unknown;
  /** Since when what is shown may be out of date. */
  readonly staleSince: Date | null;
  /** Shows the answer to another question, until that to this one is there. */
  readonly isDimmed: boolean;
  readonly isBusy: boolean;
  readonly retry: () => void;
}

interface TileOptions {
  /** How often it is asked anew while the page is looked at. */
  readonly everyMs?: number;
  /** How old its figures may be before they count as out of date. */
  readonly oldAfterMs?: number;
}

/** One tile's own question: it takes 5 s at most, is repeated quietly while the page is looked at, and fails for itself alone. */
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
    staleTime: everyMs / 2,
    // Whoever looks at a tile that failed is told at once, and asked again in a minute.
    retry: false,
  });
  const { data, error, dataUpdatedAt } = query;
  const asOf = data?.asOf ? Date.parse(data.asOf) : dataUpdatedAt;
  const isOld =
    data !== undefined && (lostAt !== null || error !== null || Math.max(now, dataUpdatedAt) - asOf > oldAfterMs);
  return {
    data,
    error: data === undefined ? error : null,
    staleSince: isOld ? new Date(asOf) : null,
    isDimmed: query.isPlaceholderData,
    isBusy: query.isFetching,
    retry: () => void query.refetch(),
  };
}
