import { useMessages } from '@backcounter/i18n/react';
import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useState } from 'react';
import { TableSwitch } from '../../lib/chart/table-switch.tsx';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { serverZone } from '../../lib/settings/config.ts';
import type { InstantRange } from '../../listing/filter/filter-value.ts';
import styles from '../points.module.css';
import type { PointsWallet } from '../use-points-wallet.ts';
import { CHART_SPANS } from './points-period.ts';
import { PointsPlot } from './points-plot.tsx';
import { usePointsChart } from './use-points-chart.ts';

interface PointsChartCardProps {
  readonly wallet: PointsWallet;
  /** The time filter of the list; null: all. */
  readonly range: InstantRange | null;
  /** Filters the list and the chart to a number of days back; null: all. */
  readonly onDays: (days: number | null) => void;
}

/** The balance over the time of the list, as a chart or as a table. */
export function PointsChartCard({ wallet, range, onDays }: PointsChartCardProps) {
  const { t, timeZone } = useMessages();
  const [isTable, setTable] = useState(false);
  const chart = usePointsChart(wallet, range);
  const span = range === null ? 'all' : 'withinDays' in range ? String(range.withinDays) : '';
  return (
    <section className={styles['chart']} aria-label={t('points.chart.title')}>
      <header>
        <h2>{t('points.chart.title')}</h2>
        <small className={styles['step']}>
          {chart.data ? t(`points.chart.step.${chart.data.step}`, { zone: placeOfZone(serverZone(timeZone)) }) : null}
        </small>
        <SegmentedControl
          size="xs"
          aria-label={t('points.chart.span')}
          value={span}
          onChange={(value) => onDays(value === 'all' ? null : Number(value))}
          data={[
            ...CHART_SPANS.map((days) => ({
              value: String(days),
              label: days === 365 ? t('points.chart.year') : t('points.chart.days', { days }),
            })),
            { value: 'all', label: t('points.chart.all') },
          ]}
        />
        <TableSwitch title={t('points.chart.title')} isTable={isTable} onChange={setTable} />
      </header>
      <PointsPlot chart={chart} isTable={isTable} />
    </section>
  );
}
