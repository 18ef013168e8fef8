import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { serverZone } from '../../lib/settings/config.ts';
import type { InstantRange } from '../../listing/filter/filter-value.ts';
import { pointsChartQuery } from '../points.operations.ts';
import type { PointsWallet } from '../use-points-wallet.ts';
import { useWalletBegin } from '../use-wallet-begin.ts';
import { periodOf } from './points-period.ts';

/** Loads the balance of a wallet over a time; `range` null: since its first entry. */
export function usePointsChart(wallet: PointsWallet, range: InstantRange | null) {
  const { timeZone } = useMessages();
  const begin = useWalletBegin(wallet);
  const chart = useQuery({
    queryKey: ['points', 'chart', wallet.id, wallet.entries, range, begin.data ?? null, timeZone],
    queryFn: async ({ signal }) => {
      const period = periodOf(range, begin.data ?? new Date().toISOString(), new Date());
      if (period === null) return { step: 'DAY' as const, points: [], movements: [] };
      const variables = { walletId: wallet.id, ...period, zone: serverZone(timeZone) };
      return (await load(pointsChartQuery, variables, signal)).pointsChart;
    },
    enabled: begin.data !== undefined,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
  });
  return {
    data: chart.data,
    error: begin.error ?? chart.error,
    isFetching: begin.isFetching || chart.isFetching,
    /** The displayed data is of another time. */
    isStale: chart.isPlaceholderData,
    retry: () => void (begin.error ? begin.refetch() : chart.refetch()),
  };
}
