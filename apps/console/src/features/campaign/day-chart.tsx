import { useMessages } from '@backcounter/i18n/react';
import { AreaChart, BarChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formatDay } from '../../lib/dates.ts';

const TICK_GAP_PX = 56;

/** Properties of a chart over days. */
export interface StatisticsChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'steps';
  readonly tone?: 'first' | 'second';
  readonly points: readonly { readonly day: string; readonly value: number }[];
  readonly valueLabel: string;
  readonly format: (value: number) => string;
  /** A line that must not be crossed. */
  readonly limit?: { readonly value: number; readonly label: string };
}

/** A figure over days. Arrow keys go from day to day; the figures stand in a table as well. */
export function DayChart({ title, kind, tone = 'first', points, valueLabel, format, limit }: StatisticsChartProps) {
  const { locale, dir } = useMessages();
  const isRightToLeft = dir === 'rtl';
  const axisDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const shared = {
    h: 168,
    data: points.map(({ day, value }) => ({ day, value })),
    dataKey: 'day',
    series: [{ name: 'value', label: valueLabel, color: `var(--bc-${tone === 'first' ? 'brand' : 'chart-2'})` }],
    gridAxis: 'x' as const,
    gridColor: 'var(--bc-line)',
    textColor: 'var(--bc-text3)',
    strokeDasharray: '0',
    valueFormatter: format,
    ...(limit
      ? {
          referenceLines: [
            {
              y: limit.value,
              label: limit.label,
              color: 'var(--bc-text3)',
              // Where days begin, what grows is far from its limit.
              labelPosition: isRightToLeft ? ('insideTopRight' as const) : ('insideTopLeft' as const),
              ifOverflow: 'extendDomain' as const,
            },
          ],
        }
      : {}),
    xAxisProps: {
      reversed: isRightToLeft,
      minTickGap: TICK_GAP_PX,
      tickFormatter: (day: string) => axisDay.format(new Date(`${day}T00:00:00Z`)),
    },
    yAxisProps: {
      orientation: isRightToLeft ? ('right' as const) : ('left' as const),
      width: 56,
      domain: [0, 'auto'] as [number, 'auto'],
      allowDecimals: false,
      interval: 0,
      tickCount: 5,
      tickFormatter: (value: number) => (kind === 'steps' ? format(value) : short.format(value)),
    },
    tooltipProps: {
      isAnimationActive: false,
      labelFormatter: (day: unknown) => formatDay(String(day), { locale, timeZone: 'UTC' }) ?? String(day),
    },
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
