import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DashboardFilter } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { dashboardTodayQuery } from '../dashboard.operations.ts';
import type { DashboardPlaces, DashboardQuestion } from './dashboard-address.ts';
import { type DashboardPeriod, DEFAULT_PERIOD, daysOf, LAST_DAYS, lastDays } from './dashboard-period.ts';
import type { DashboardContextValue } from './dashboard-scope.ts';

const EVERY_MS = 60_000;

/** Today by the server's clock, in the figures' time zone, so that a wrong local clock does not matter. */
function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const { timezone, to } = (await load(dashboardTodayQuery, {}, signal)).dashboardStores;
      return { timezone, today: to };
    },
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
}

/**
 * Filters of the tiles for the dashboard's URL. The server resolves the last n days, so tiles need not wait for today's
 * date. `hasBegun` is false for a period in the future; the default period then replaces it.
 */
export function useScope({ period, countries, areas }: DashboardQuestion): DashboardContextValue & {
  readonly hasBegun: boolean;
} {
  const { data: now } = useToday();
  return useMemo(() => {
    const asked = now ? daysOf(period, now.today) : null;
    const hasBegun = now === undefined || asked !== null;
    return {
      filter: filterOf(hasBegun ? period : DEFAULT_PERIOD, now?.today ?? null, { countries, areas }),
      places: { countries, areas },
      calendar: now ? { ...now, days: asked ?? lastDays(LAST_DAYS[0], now.today) } : null,
      hasBegun,
    };
  }, [now, period, countries, areas]);
}

function filterOf(
  period: DashboardPeriod,
  today: string | null,
  { countries, areas }: DashboardPlaces,
): DashboardFilter | null {
  const places = {
    ...(countries.length > 0 ? { countries: [...countries] } : {}),
    ...(areas.length > 0 ? { areas: [...areas] } : {}),
  };
  if (period.kind === 'last') return period.days === LAST_DAYS[0] ? places : { ...places, days: period.days };
  const days = today === null ? null : daysOf(period, today);
  if (days === null) return null;
  // A period that ends today stays open-ended, so that it still ends today after midnight.
  return { ...places, from: days.from, ...(days.to === today ? {} : { to: days.to }) };
}
