import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDay } from '../../lib/dates.ts';
import type { StatisticsChartProps } from './day-chart.tsx';

const DayChart = lazy(() => import('./day-chart.tsx').then((module) => ({ default: module.DayChart })));

/** A figure over days, as a chart or as a table. */
export function StatisticsChart(props: StatisticsChartProps) {
  const { title, points, valueLabel, format } = props;
  const { t, locale } = useMessages();
  const [isTable, setTable] = useState(false);
  return (
    <section className="bc-stat-chart" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <ActionIcon
          variant="default"
          size={28}
          aria-pressed={isTable}
          aria-label={t(isTable ? 'campaign.statistics.as-chart' : 'campaign.statistics.as-table', { title })}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? (
            <IconChartBar size={16} stroke={1.75} aria-hidden />
          ) : (
            <IconTable size={16} stroke={1.75} aria-hidden />
          )}
        </ActionIcon>
      </header>
      {points.length === 0 ? (
        <p>{t('campaign.statistics.no-uses')}</p>
      ) : isTable ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <div className="bc-stat-table" role="group" tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('campaign.statistics.day')}</th>
                <th scope="col">{valueLabel}</th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ day, value }) => (
                <tr key={day}>
                  <th scope="row">{formatDay(day, { locale, timeZone: 'UTC' })}</th>
                  <td>{format(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <Suspense fallback={<Skeleton width="100%" height="10.5rem" />}>
          <DayChart {...props} />
        </Suspense>
      )}
    </section>
  );
}
