import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DashboardFilter } from '../../generated/graphql.ts';
import { request } from '../../lib/graphql-client.ts';
import { dayOf } from '../../listing/zoned-day.ts';
import { dashboardTodayQuery } from './dashboard.operations.ts';
import type { DashboardQuestion } from './dashboard-address.ts';
import { DEFAULT_PERIOD, daysOf, LAST_DAYS } from './dashboard-period.ts';
import type { DashboardContextValue } from './dashboard-scope.ts';

const EVERY_MS = 60_000;

/** The present day by the server's clock, in the zone that figures are counted in; a machine whose clock is wrong asks for the right days. */
function useToday() {
  return useQuery({
    queryKey: ['dashboard', 'today'],
    queryFn: async ({ signal }) => {
      const { timezone, asOf } = (await request(dashboardTodayQuery, {}, { signal, isQuiet: true }))
        .dashboardOpenGiveaways;
      return { timezone, today: dayOf(asOf, timezone) };
    },
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    retry: 1,
  });
}

/**
 * What the tiles are asked for a question. The last so many days are counted by the server, so nobody waits to be told which day it is. `hasBegun` is
 * false for a period of which no day has begun; the default stands in for it.
 */
export function useScope({ period, countries, areas }: DashboardQuestion): DashboardContextValue & {
  readonly hasBegun: boolean;
} {
  const { data: now } = useToday();
  return useMemo(() => {
    const asked = now ? daysOf(period, now.today) : null;
    const days = asked ?? (now ? daysOf(DEFAULT_PERIOD, now.today) : null);
    const places = {
      ...(countries.length > 0 ? { countries: [...countries] } : {}),
      ...(areas.length > 0 ? { areas: [...areas] } : {}),
    };
    const filter = (): DashboardFilter | null => {
      const { kind } = now && asked === null ? DEFAULT_PERIOD : period;
      if (kind === 'last')
        return period.kind === 'last' && period.days !== LAST_DAYS[0] ? { ...places, days: period.days } : places;
      if (days === null || now === undefined) return null;
      // A period that ends today goes on to do so when the day changes.
      return { ...places, from: days.from, ...(days.to === now.today ? {} : { to: days.to }) };
    };
    return {
      filter: filter(),
      scope: days && now ? { days, today: now.today, timezone: now.timezone, countries, areas } : null,
      hasBegun: now === undefined || asked !== null,
    };
  }, [now, period, countries, areas]);
}
