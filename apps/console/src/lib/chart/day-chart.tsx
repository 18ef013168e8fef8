import { useMessages } from '@backcounter/i18n/react';
import { formatDay } from '../format/dates.ts';
import { dateFormat } from '../format/formats.ts';
import { type ChartMark, type DaySeries, TimeChart } from './time-chart.tsx';

/** Properties of {@link DayChart}. */
export interface DayChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'steps';
  /** Calendar dates (`YYYY-MM-DD`), the oldest first. */
  readonly days: readonly string[];
  readonly series: readonly DaySeries[];
  readonly format: (value: number) => string;
  /** Default: abbreviated, as "80K". */
  readonly formatAxis?: (value: number) => string;
  readonly heightPx?: number;
  readonly marks?: readonly ChartMark[];
}

/** Figures by day: a date is the same in every zone. */
export function DayChart(chart: DayChartProps) {
  const { locale } = useMessages();
  const short = dateFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (
    <TimeChart
      {...chart}
      axisDay={(day) => short.format(new Date(`${day}T00:00:00Z`))}
      fullDay={(day) => formatDay(day, { locale, timeZone: 'UTC' }) ?? day}
    />
  );
}
