import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { lazy, Suspense, useState } from 'react';
import type { DayChartProps, DaySeries } from '../../../lib/chart/day-chart.tsx';
import { FiguresTable } from '../../../lib/chart/figures-table.tsx';
import { TableSwitch } from '../../../lib/chart/table-switch.tsx';
import { formatDay } from '../../../lib/format/dates.ts';
import type { DayFigure } from './statistics-days.ts';

const DayChart = lazy(() =>
  import('../../../lib/chart/day-chart.tsx').then((module) => ({ default: module.DayChart })),
);

interface StatisticsChartProps extends Pick<DayChartProps, 'title' | 'kind' | 'format' | 'limit'> {
  readonly tone?: DaySeries['tone'];
  readonly points: readonly DayFigure[];
  readonly valueLabel: string;
}

/** A daily figure, as a chart or as a table. */
export function StatisticsChart({ points, valueLabel, tone = 'first', ...chart }: StatisticsChartProps) {
  const { title, kind, format } = chart;
  const { t, locale } = useMessages();
  const [isTable, setTable] = useState(false);
  return (
    <section className="bc-stat-chart" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <TableSwitch title={title} isTable={isTable} onChange={setTable} />
      </header>
      {points.length === 0 ? (
        <p>{t('campaign.statistics.no-uses')}</p>
      ) : isTable ? (
        <FiguresTable
          label={title}
          heads={[t('common.chart.day'), valueLabel]}
          rows={points.toReversed().map(({ day, value }) => ({
            key: day,
            name: formatDay(day, { locale, timeZone: 'UTC' }) ?? day,
            figures: [format(value)],
          }))}
        />
      ) : (
        <Suspense fallback={<Skeleton width="100%" height="10.5rem" />}>
          <DayChart
            {...chart}
            days={points.map(({ day }) => day)}
            series={[{ label: valueLabel, tone, values: points.map(({ value }) => value) }]}
            {...(kind === 'steps' ? { formatAxis: format } : {})}
          />
        </Suspense>
      )}
    </section>
  );
}
