import { useMessages } from '@backcounter/i18n/react';
import { AreaChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { useDayAxes } from '../../lib/chart/day-axes.ts';
import { roundTicks } from '../../lib/chart/round-ticks.ts';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { movementWords, plainPoints } from '../points-words.ts';
import { chartLabels } from './points-chart-labels.ts';
import { type ChartData, chartDay } from './points-chart-table.tsx';

/** Share of the chart that a label takes, in a wide window and in a narrow one. */
const LABEL_GAP = { wide: 0.18, narrow: 0.34 };

/**
 * The balance as a step line, with the largest movements labelled. Arrow keys move from day to day; a table has the
 * figures as well.
 */
export function PointsChart({ points, step, movements }: ChartData) {
  const { t, locale } = useMessages();
  const isNarrow = useIsPhone();
  const axisDay = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    ...(step === 'MONTH' ? { month: 'short', year: '2-digit' } : { day: 'numeric', month: 'short' }),
  });
  const { look, isRightToLeft } = useDayAxes({
    axisDay: (day) => axisDay.format(new Date(`${day}T00:00:00Z`)),
    fullDay: (day) => chartDay(day, step, locale),
  });
  const ticks = roundTicks(Math.max(...points.map(({ balance }) => balance)));
  return (
    <div dir="ltr">
      <AreaChart
        {...look}
        yAxisProps={{ ...look.yAxisProps, ticks: [...ticks], domain: [0, ticks.at(-1) ?? 1] }}
        data={points.map(({ day, balance }) => ({ day, balance }))}
        series={[{ name: 'balance', label: t('points.field.balance'), color: 'var(--bc-brand)' }]}
        curveType="stepAfter"
        strokeWidth={1.75}
        fillOpacity={0.14}
        withDots={false}
        withGradient
        valueFormatter={(value) => plainPoints(value, locale)}
        referenceLines={chartLabels({ points, movements }, LABEL_GAP[isNarrow ? 'narrow' : 'wide']).map(
          ({ movement, side }) => ({
            x: movement.day,
            color: 'var(--bc-text3)',
            stroke: 'var(--bc-dash)',
            label: { value: movementWords(movement, { t, locale }), fontSize: 11 },
            // The chart runs from right to left in right-to-left languages.
            labelPosition: (side === 'after') === isRightToLeft ? 'insideBottomRight' : 'insideBottomLeft',
          }),
        )}
        areaProps={{ isAnimationActive: false }}
        areaChartProps={{ accessibilityLayer: true, title: t('points.chart.title') }}
      />
    </div>
  );
}
