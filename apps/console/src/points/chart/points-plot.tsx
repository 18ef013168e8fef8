import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { LoadProblem } from '../../records/load-problem.tsx';
import { PointsChart } from './points-chart.tsx';
import { PointsChartTable } from './points-chart-table.tsx';
import styles from './points-plot.module.css';
import type { usePointsChart } from './use-points-chart.ts';

interface PointsPlotProps {
  readonly chart: ReturnType<typeof usePointsChart>;
  readonly isTable: boolean;
}

/** The balance over a time as a chart or as a table, with the same size while it is loading and after a failure. */
export function PointsPlot({ chart, isTable }: PointsPlotProps) {
  const { t } = useMessages();
  const { data, error } = chart;
  return (
    <div className={styles['pointsPlot']} data-stale={chart.isStale || undefined}>
      {error ? (
        <LoadProblem what={t('points.chart.failed')} error={error} isBusy={chart.isFetching} onRetry={chart.retry} />
      ) : !data ? (
        <PlotSkeleton />
      ) : data.points.length === 0 ? (
        <p>{t('points.chart.nothing')}</p>
      ) : isTable ? (
        <PointsChartTable {...data} />
      ) : (
        <PointsChart {...data} />
      )}
    </div>
  );
}

/** Placeholder of a chart. */
function PlotSkeleton() {
  return <Skeleton width="100%" height="10rem" />;
}
