import { useMessages } from '@backcounter/i18n/react';
import type { PointsChartQuery } from '../generated/graphql.ts';
import { formatDay } from '../lib/dates.ts';
import { movementWords, plainPoints } from './points-words.ts';

/** A balance over time as the API answers it. */
export type ChartData = PointsChartQuery['pointsChart'];

/** A day of the chart in words; a month without its day. */
export function chartDay(day: string, step: ChartData['step'], locale: string): string {
  // A day is a calendar date: the same in every zone.
  const style = { locale, timeZone: 'UTC' };
  if (step !== 'MONTH') return formatDay(day, style) ?? day;
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The chart in figures, newest first; it scrolls by itself and takes the focus for that. */
export function PointsChartTable({ points, step, movements }: ChartData) {
  const { t, locale } = useMessages();
  const movementOf = new Map(movements.map((movement) => [movement.day, movement]));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <div className="bc-points-figures" role="group" tabIndex={0} aria-label={t('points.chart.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`points.chart.column.${step}`)}</th>
            <th scope="col">{t('points.field.balance')}</th>
            <th scope="col">{t('points.chart.column.movement')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, balance }) => {
            const movement = movementOf.get(day);
            return (
              <tr key={day}>
                <th scope="row">{chartDay(day, step, locale)}</th>
                <td>
                  <bdi dir="ltr">{plainPoints(balance, locale)}</bdi>
                </td>
                <td>{movement ? movementWords(movement, { t, locale }) : null}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
