import { useMessages } from '@backcounter/i18n/react';
import { AreaChart, BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatDay } from '../format/dates.ts';
import { isolated } from '../format/isolated.ts';
import { axisDayOf, useDayAxes } from './day-axes.ts';

const COLOURS = { first: 'var(--bc-brand)', second: 'var(--bc-chart-2)' } as const;

/** One figure per day of a chart. */
export interface DaySeries {
  readonly label: string;
  readonly tone: keyof typeof COLOURS;
  /** As many as there are days. */
  readonly values: readonly number[];
}

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
  /** A line that must not be crossed. */
  readonly limit?: { readonly value: number; readonly label: string };
}

/** Figures by day. Arrow keys move from day to day; callers must offer the figures as a table as well. */
export function DayChart({ title, kind, days, series, format, formatAxis, heightPx, limit }: DayChartProps) {
  const { locale } = useMessages();
  const { look, isRightToLeft } = useDayAxes({
    axisDay: axisDayOf(locale),
    ...(formatAxis ? { axisValue: formatAxis } : {}),
    fullDay: (day) => formatDay(day, { locale, timeZone: 'UTC' }) ?? day,
  });
  const shared = {
    ...look,
    ...(heightPx === undefined ? {} : { h: heightPx }),
    data: days.map((day, at) => ({
      day,
      ...Object.fromEntries(series.map(({ values }, each) => [nameOf(each), values[at] ?? 0])),
    })),
    series: series.map(({ label, tone }, each) => ({ name: nameOf(each), label, color: COLOURS[tone] })),
    valueFormatter: format,
    ...(limit
      ? {
          referenceLines: [
            {
              y: limit.value,
              label: isolated(limit.label),
              color: 'var(--bc-text3)',
              // At the first days, a growing figure is far from its limit.
              labelPosition: isRightToLeft ? ('insideTopRight' as const) : ('insideTopLeft' as const),
              ifOverflow: 'extendDomain' as const,
            },
          ],
        }
      : {}),
  };
  return (
    <div dir="ltr">
      {kind === 'bars' ? (
        <BarChart
          {...shared}
          maxBarWidth={28}
          barProps={{ radius: [2, 2, 0, 0], isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: true, title }}
        />
      ) : (
        <AreaChart
          {...shared}
          curveType="stepAfter"
          strokeWidth={1.75}
          fillOpacity={0.14}
          withDots={false}
          withGradient
          areaProps={{ isAnimationActive: false }}
          areaChartProps={{ accessibilityLayer: true, title }}
        />
      )}
    </div>
  );
}

const nameOf = (at: number) => `series-${at}`;
