import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { formatDay } from '../format/dates.ts';
import { DayChart, type DayChartProps } from './day-chart.tsx';
import styles from './day-figures.module.css';
import type { DayFigure } from './every-day.ts';
import { FiguresTable } from './figures-table.tsx';
import { TableSwitch } from './table-switch.tsx';
import type { DaySeries } from './time-chart.tsx';

interface DayFiguresProps extends Pick<DayChartProps, 'title' | 'kind' | 'format' | 'marks' | 'heightPx'> {
  readonly tone?: DaySeries['tone'];
  readonly points: readonly DayFigure[];
  readonly valueLabel: string;
  /** Instead of a chart without days. */
  readonly none: string;
}

/** A daily figure, as a chart or as a table. */
export function DayFigures({ points, valueLabel, none, tone = 'first', ...chart }: DayFiguresProps) {
  const { title, kind, format } = chart;
  const { t, locale } = useMessages();
  const [isTable, setTable] = useState(false);
  return (
    <section className={styles['chart']} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <TableSwitch title={title} isTable={isTable} onChange={setTable} />
      </header>
      {points.length === 0 ? (
        <p className="bc-muted">{none}</p>
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
        <DayChart
          {...chart}
          days={points.map(({ day }) => day)}
          series={[{ label: valueLabel, tone, values: points.map(({ value }) => value) }]}
          {...(kind === 'steps' ? { formatAxis: format } : {})}
        />
      )}
    </section>
  );
}
