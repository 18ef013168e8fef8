import { useMessages } from '@backcounter/i18n/react';
import { type ReactNode, useState } from 'react';
import { DayChart } from '../../../lib/chart/day-chart.tsx';
import { FiguresTable } from '../../../lib/chart/figures-table.tsx';
import { TableSwitch } from '../../../lib/chart/table-switch.tsx';
import type { DaySeries } from '../../../lib/chart/time-chart.tsx';
import { formatDay } from '../../../lib/format/dates.ts';
import { formatNumber } from '../../../lib/format/formats.ts';
import styles from '../dashboard.module.css';
import type { Tile, TileAnswer } from '../use-tile.ts';
import { Card } from './card.tsx';

interface ChangeProps {
  readonly value: number;
  /** Value of the previous period of the same length; null: unknown. */
  readonly previous: number | null | undefined;
}

/** Change from the previous period in percent. Renders nothing without a previous value. */
function Change({ value, previous }: ChangeProps) {
  const { t, locale } = useMessages();
  if (previous == null || previous <= 0) return null;
  const share = value / previous - 1;
  const percent = formatNumber(share, locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
    notation: Math.abs(share) >= 10 ? 'compact' : 'standard',
  });
  return (
    <span className="bc-small bc-faint bc-number">
      {percent.replace('-', '\u2212')}
      <span className="bc-sr-only"> {t('dashboard.change')}</span>
    </span>
  );
}

const HEIGHT_PX = 168;

/** A daily figure with its total. */
export interface CardSeries extends DaySeries {
  readonly total: number;
  readonly previous?: number | null | undefined;
  /** Too small to be visible in the chart: shown in the table only. */
  readonly isTableOnly?: boolean;
}

interface DayCardProps<Answer> {
  readonly title: string;
  readonly note?: ReactNode;
  readonly tile: Tile<Answer>;
  readonly daysOf: (data: Answer) => readonly string[];
  readonly seriesOf: (data: Answer) => readonly CardSeries[];
  readonly heightPx?: number;
  /** Text shown if all figures are 0. */
  readonly empty: string;
}

/** Daily figures as a chart or as a table, with their totals. */
export function DayCard<Answer extends TileAnswer>(props: DayCardProps<Answer>) {
  const { title, note, tile, heightPx = HEIGHT_PX, daysOf, seriesOf, empty } = props;
  const { t, locale, figure } = useMessages();
  const [isTable, setTable] = useState(false);
  const format = (value: number) => figure(value);
  return (
    <Card
      title={title}
      note={note}
      tile={tile}
      height={`${heightPx / 16}rem`}
      aside={(data) => (
        <>
          <ul className={styles['legend']}>
            {seriesOf(data).map(({ label, tone, total, previous, isTableOnly }) => (
              <li key={label}>
                {isTableOnly ? null : <i data-tone={tone} />}
                {label} <b>{format(total)}</b> <Change value={total} previous={previous} />
              </li>
            ))}
          </ul>
          <TableSwitch title={title} isTable={isTable} onChange={setTable} />
        </>
      )}
    >
      {(data) => {
        const [days, series] = [daysOf(data), seriesOf(data)];
        if (isTable)
          return (
            <FiguresTable
              label={title}
              heads={[t('common.chart.day'), ...series.map(({ label }) => label)]}
              rows={days
                .map((day, at) => ({
                  key: day,
                  name: formatDay(day, { locale, timeZone: 'UTC' }) ?? day,
                  figures: series.map(({ values }) => format(values[at] ?? 0)),
                }))
                .reverse()}
            />
          );
        if (series.every(({ values }) => values.every((value) => value === 0))) return <p data-none>{empty}</p>;
        return (
          <DayChart
            title={title}
            kind="bars"
            days={days}
            series={series.filter(({ isTableOnly }) => !isTableOnly)}
            format={format}
            heightPx={heightPx}
          />
        );
      }}
    </Card>
  );
}
