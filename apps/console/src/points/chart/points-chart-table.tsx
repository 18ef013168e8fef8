import { useMessages } from '@backcounter/i18n/react';
import type { PointsChartQuery } from '../../generated/graphql.ts';
import { FiguresTable } from '../../lib/chart/figures-table.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { dateFormat } from '../../lib/format/formats.ts';
import { movementWords, plainPoints } from '../points-words.ts';

/** A balance over time as the API answers it. */
export type ChartData = PointsChartQuery['pointsChart'];

/** A day of the chart as text; a month without its day. */
export function chartDay(day: string, step: ChartData['step'], locale: string): string {
  // A day is a calendar date: the same in every zone.
  const style = { locale, timeZone: 'UTC' };
  if (step !== 'MONTH') return formatDay(day, style) ?? day;
  return dateFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(new Date(`${day}T00:00:00Z`));
}

/** The chart as a table, newest first. */
export function PointsChartTable({ points, step, movements }: ChartData) {
  const { t, locale } = useMessages();
  const movementOf = new Map(movements.map((movement) => [movement.day, movement]));
  return (
    <FiguresTable
      label={t('points.chart.title')}
      heads={[t(`points.chart.column.${step}`), t('points.field.balance'), t('points.chart.column.movement')]}
      rows={points.toReversed().map(({ day, balance }) => {
        const movement = movementOf.get(day);
        return {
          key: day,
          name: chartDay(day, step, locale),
          figures: [
            <bdi key="balance" dir="ltr">
              {plainPoints(balance, locale)}
            </bdi>,
            movement ? movementWords(movement, { t, locale }) : null,
          ],
        };
      })}
    />
  );
}
