import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { errorKeyOf } from '../lib/error-text.ts';
import { request } from '../lib/graphql-client.ts';
import { TableSwitch } from '../lib/table-switch.tsx';
import type { InstantRange } from '../listing/filter-value.ts';
import { pointsChartQuery } from './points.operations.ts';
import { PointsChartTable } from './points-chart-table.tsx';
import { CHART_SPANS, periodOf } from './points-period.ts';
import type { PointsWallet } from './use-points-wallet.ts';
import { useWalletBegin } from './use-wallet-begin.ts';

const PointsChart = lazy(() => import('./points-chart.tsx').then((module) => ({ default: module.PointsChart })));

interface PointsChartCardProps {
  readonly wallet: PointsWallet;
  /** The time that the list is narrowed to; null: all. */
  readonly range: InstantRange | null;
  /** Narrows the list and the chart to so many days back; null: all. */
  readonly onDays: (days: number | null) => void;
}

/** The balance over the time that the list shows, as a chart or as a table. */
export function PointsChartCard({ wallet, range, onDays }: PointsChartCardProps) {
  const { t, timeZone } = useMessages();
  const [isTable, setTable] = useState(false);
  const begin = useWalletBegin(wallet);
  const chart = useQuery({
    queryKey: ['points', 'chart', wallet.id, wallet.entries, range, begin.data ?? null, timeZone],
    queryFn: async ({ signal }) => {
      const period = periodOf(range, begin.data ?? new Date().toISOString(), new Date());
      if (period === null) return { step: 'DAY' as const, points: [], movements: [] };
      const variables = { walletId: wallet.id, ...period, zone: timeZone };
      return (await request(pointsChartQuery, variables, { signal, isQuiet: true })).pointsChart;
    },
    enabled: begin.data !== undefined,
    placeholderData: (previous) => previous,
    staleTime: 60_000,
    retry: 1,
  });
  const error = begin.error ?? chart.error;
  const span = range === null ? 'all' : 'withinDays' in range ? String(range.withinDays) : '';
  const { data } = chart;
  return (
    <section className="bc-points-chart" aria-label={t('points.chart.title')}>
      <header>
        <h2>{t('points.chart.title')}</h2>
        <small className="bc-points-step">
          {data ? t(`points.chart.step.${data.step}`, { zone: timeZone }) : null}
        </small>
        <SegmentedControl
          size="xs"
          aria-label={t('points.chart.span')}
          value={span}
          onChange={(value) => onDays(value === 'all' ? null : Number(value))}
          data={[
            ...CHART_SPANS.map((days) => ({
              value: String(days),
              label: days === 365 ? t('points.chart.year') : t('points.chart.days', { days }),
            })),
            { value: 'all', label: t('points.chart.all') },
          ]}
        />
        <TableSwitch title={t('points.chart.title')} isTable={isTable} onChange={setTable} />
      </header>
      <div className="bc-points-plot" data-stale={chart.isPlaceholderData || undefined}>
        {error ? (
          <p role="alert">
            {t('points.chart.failed')} {t(errorKeyOf(error))}{' '}
            <Button size="sm" onClick={() => void (begin.error ? begin.refetch() : chart.refetch())}>
              {t('common.action.retry')}
            </Button>
          </p>
        ) : !data ? (
          <Skeleton width="100%" height="10rem" />
        ) : data.points.length === 0 ? (
          <p>{t('points.chart.nothing')}</p>
        ) : isTable ? (
          <PointsChartTable {...data} />
        ) : (
          <Suspense fallback={<Skeleton width="100%" height="10rem" />}>
            <PointsChart {...data} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
