import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Suspense, useState } from 'react';
import type { SegmentDaysQuery } from '../../generated/graphql.ts';
import { dayLabels } from '../../lib/chart/day-labels.ts';
import { FiguresTable } from '../../lib/chart/figures-table.tsx';
import { TableSwitch } from '../../lib/chart/table-switch.tsx';
import { formatDay } from '../../lib/format/dates.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { useIsPhone } from '../../lib/page/use-phone.ts';
import { RecordCard } from '../../records/record-page.tsx';
import styles from './segment.module.css';
import { useSegmentUses } from './use-segment-uses.ts';

const DayChart = lazyPart(() => import('../../lib/chart/day-chart.tsx'), 'DayChart');

const MOVES_HEIGHT_PX = 104;
/** Share of the chart that the title of a notification takes, in a wide window and in a narrow one. */
const LABEL_GAP = { wide: 0.22, narrow: 0.45 };

interface SegmentTrendProps {
  readonly id: string;
  readonly days: SegmentDaysQuery['segmentDays'];
}

/** A segment's members by day, the sends to them, and those who entered and left, as charts or as a table. */
export function SegmentTrend({ id, days }: SegmentTrendProps) {
  const { t, locale, figure } = useMessages();
  const isNarrow = useIsPhone();
  const uses = useSegmentUses(id);
  const [isTable, setTable] = useState(false);
  const format = (value: number) => figure(value);
  const title = t('segment.trend.title');
  const labels = {
    members: t('segment.tab.members'),
    entered: t('segment.trend.entered'),
    left: t('segment.trend.left'),
  };
  const values = (of: keyof typeof labels) => days.map((day) => day[of]);
  const dates = days.map(({ day }) => day);
  // Days of the counts are those of UTC.
  const sends = (uses.data?.notifications.nodes ?? []).flatMap(({ title: label, startedAt }) =>
    startedAt ? [{ label, day: startedAt.slice(0, 10) }] : [],
  );
  return (
    <RecordCard title={title} action={<TableSwitch title={title} isTable={isTable} onChange={setTable} />}>
      <div className={styles['trend']}>
        {days.length === 0 ? (
          <p className="bc-muted">{t('segment.trend.none')}</p>
        ) : isTable ? (
          <FiguresTable
            label={title}
            heads={[t('common.chart.day'), labels.members, labels.entered, labels.left]}
            rows={days.toReversed().map(({ day, members, entered, left }) => ({
              key: day,
              name: formatDay(day, { locale, timeZone: 'UTC' }) ?? day,
              figures: [members, entered, left].map(format),
            }))}
          />
        ) : (
          <Suspense fallback={<Skeleton width="100%" height="17rem" />}>
            <DayChart
              title={title}
              kind="steps"
              days={dates}
              series={[{ label: labels.members, tone: 'first', values: values('members') }]}
              format={format}
              marks={dayLabels(sends, dates, LABEL_GAP[isNarrow ? 'narrow' : 'wide'])}
            />
            <ul className={styles['legend']}>
              {(['entered', 'left'] as const).map((of) => (
                <li key={of}>
                  <i data-kind={of} />
                  {labels[of]} <b>{format(values(of).reduce((sum, value) => sum + value, 0))}</b>
                </li>
              ))}
            </ul>
            <DayChart
              title={`${labels.entered}, ${labels.left}`}
              kind="bars"
              days={dates}
              series={[
                { label: labels.entered, tone: 'first', values: values('entered') },
                { label: labels.left, tone: 'second', values: values('left') },
              ]}
              format={format}
              heightPx={MOVES_HEIGHT_PX}
            />
          </Suspense>
        )}
      </div>
    </RecordCard>
  );
}
