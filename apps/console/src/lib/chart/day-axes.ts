import { useMessages } from '@backcounter/i18n/react';
import { isolated } from '../format/isolated.ts';

const TICK_GAP_PX = 56;
const CHART_HEIGHT_PX = 168;

/**
 * The look of every chart over time: horizontal hairlines, round ticks from 0, no animation. Time runs in reading
 * direction.
 */
export function useDayAxes(options: {
  /** Formats a tick of the time axis, given the first day of its step (`YYYY-MM-DD`). */
  readonly axisDay: (day: string) => string;
  readonly axisValue?: (value: number) => string;
  /** The full format, for the tooltip. */
  readonly fullDay: (day: string) => string;
}) {
  const { locale, dir } = useMessages();
  const isRightToLeft = dir === 'rtl';
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const domain: [number, 'auto'] = [0, 'auto'];
  return {
    isRightToLeft,
    look: {
      h: CHART_HEIGHT_PX,
      dataKey: 'day',
      gridAxis: 'x',
      gridColor: 'var(--bc-line)',
      textColor: 'var(--bc-text3)',
      strokeDasharray: '0',
      xAxisProps: {
        reversed: isRightToLeft,
        interval: 'equidistantPreserveStart',
        minTickGap: TICK_GAP_PX,
        tickFormatter: options.axisDay,
      },
      yAxisProps: {
        orientation: isRightToLeft ? 'right' : 'left',
        // Unabbreviated amounts need more room.
        width: options.axisValue ? 68 : 56,
        // Away from the plot, on either side.
        tick: { transform: `translate(${isRightToLeft ? 10 : -10}, 0)`, fontSize: 12, fill: 'currentColor' },
        domain,
        allowDecimals: false,
        interval: 0,
        tickCount: 5,
        niceTicks: 'snap125',
        // The chart is laid out left to right, which would reorder a currency.
        tickFormatter: (value: number) => isolated(options.axisValue?.(value) ?? short.format(value)),
      },
      tooltipProps: {
        isAnimationActive: false,
        // Without a pointer on the chart the tooltip is rendered too, hidden and without a day.
        labelFormatter: (day: unknown) => (day === undefined ? null : options.fullDay(String(day))),
      },
    },
  } as const;
}

/** Writes a calendar date on an axis: "23 Oct". A date is the same in every zone. */
export function axisDayOf(locale: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
  return (day) => format.format(new Date(`${day}T00:00:00Z`));
}
