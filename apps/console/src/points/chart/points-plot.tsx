import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { dayLabels } from '../../lib/chart/day-labels.ts';
import { TimeChart } from '../../lib/chart/time-chart.tsx';
import { dateFormat } from '../../lib/format/formats.ts';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { LoadProblem } from '../../records/load-problem.tsx';
import { movementWords, plainPoints } from '../points-words.ts';
import { type ChartData, chartDay, PointsChartTable } from './points-chart-table.tsx';
import styles from './points-plot.module.css';
import type { usePointsChart } from './use-points-chart.ts';

/** Share of the chart that a label takes, in a wide window and in a narrow one. */
const LABEL_GAP = { wide: 0.18, narrow: 0.34 };

/**
 * The balance as a step line, with the largest movements labelled. Arrow keys move from day to day; a table has the
 * figures as well.
 */
function PointsChart({ points, step, movements }: ChartData) {
  const { t, locale } = useMessages();
  const isNarrow = useIsPhone();
  const axisDay = dateFormat(locale, {
    timeZone: 'UTC',
    ...(step === 'MONTH' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  return (
    <TimeChart
      title={t('points.chart.title')}
      kind="steps"
      days={points.map(({ day }) => day)}
      series={[{ label: t('points.field.balance'), tone: 'first', values: points.map(({ balance }) => balance) }]}
      format={(value) => plainPoints(value, locale)}
      axisDay={(day) => axisDay.format(new Date(`${day}T00:00:00Z`))}
      fullDay={(day) => chartDay(day, step, locale)}
      marks={dayLabels(
        movements
          .toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta))
          .map((movement) => ({ label: movementWords(movement, { t, locale }), day: movement.day })),
        points.map(({ day }) => day),
        LABEL_GAP[isNarrow ? 'narrow' : 'wide'],
      )}
    />
  );
}

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
