import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, Skeleton } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { StoreOnlineDayQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { FiguresTable } from '../../../lib/chart/figures-table.tsx';
import { TableSwitch } from '../../../lib/chart/table-switch.tsx';
import { formatClock } from '../../../lib/format/dates.ts';
import { dateFormat } from '../../../lib/format/formats.ts';
import { addDays } from '../../../lib/format/zoned-time.ts';
import { placeOfZone } from '../../../lib/format/zoned-words.ts';
import { lazyPart } from '../../../lib/page/part.ts';
import { QueryFailure } from '../../../lib/page/query-failure.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import type { StoreRecord } from '../store.steps.ts';
import styles from './store-online-curve.module.css';
import { storeOnlineDayQuery } from './store-visitors.operations.ts';

const TimeChart = lazyPart(() => import('../../../lib/chart/time-chart.tsx'), 'TimeChart');

/** A sample is taken every 15 minutes. */
const AGAIN_MS = 300_000;
const HEIGHT_PX = 168;
/** Labels are one to twelve hours apart. */
const LABEL_STEPS = [4, 8, 12, 16, 24, 36, 48];

type OnlineDay = NonNullable<StoreOnlineDayQuery['storeOnlineDay']>;
type Of = 'online' | 'weekBefore';

/** People online in the store today and on the same weekday of last week, as a curve or a table, by the clocks there. */
export function StoreOnlineCurve({ store }: { readonly store: StoreRecord }) {
  const { t } = useMessages();
  const [isTable, setTable] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['store-online-day', store.id],
    queryFn: async ({ signal }) => (await load(storeOnlineDayQuery, { id: store.id }, signal)).storeOnlineDay ?? null,
    refetchInterval: AGAIN_MS,
  });
  const title = t('store.curve.title');
  const isCounted = data?.slots.some(({ online, weekBefore }) => online !== null || weekBefore !== null) ?? false;
  // The server does not know who is online.
  if (data === null) return null;
  return (
    <RecordCard
      title={title}
      action={isCounted ? <TableSwitch title={title} isTable={isTable} onChange={setTable} /> : null}
    >
      {data === undefined ? (
        error ? (
          <div className={styles['state']}>
            <QueryFailure query={{ error, isFetching, refetch }} title={t('records.tab.failed')} />
          </div>
        ) : (
          <div className={styles['body']}>
            <Skeleton width="14rem" height="1.25rem" />
            <Skeleton width="100%" height={`${HEIGHT_PX / 16}rem`} />
          </div>
        )
      ) : isCounted ? (
        <Curve title={title} day={data} timeZone={store.timezone} isTable={isTable} />
      ) : (
        <div className={styles['state']}>
          <EmptyState title={t('store.curve.none')} body={t('store.curve.none-body')} />
        </div>
      )}
    </RecordCard>
  );
}

interface CurveProps {
  readonly title: string;
  readonly day: OnlineDay;
  readonly timeZone: string;
  readonly isTable: boolean;
}

function Curve({ title, day: { day, slots }, timeZone, isTable }: CurveProps) {
  const { t, locale, figure } = useMessages();
  const format = (value: number) => figure(value);
  const clock = (at: string) => formatClock(at, { locale, timeZone }) ?? '';
  const labels = {
    online: t('store.curve.today'),
    weekBefore: dateFormat(locale, {
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    }).format(new Date(`${addDays(day, -7)}T00:00:00Z`)),
  };
  const values = (of: Of) => slots.map((slot) => slot[of] ?? null);
  const highest = (of: Of) => {
    const peak = peakOf(slots, of);
    return peak === null ? null : { figure: format(peak.value), time: clock(peak.at) };
  };
  const [today, before] = [highest('online'), highest('weekBefore')];
  const cell = (value: number | null | undefined) => (value == null ? t('listing.value.empty') : format(value));
  return (
    <div className={styles['body']}>
      <p className={styles['peak']}>
        <b className="bc-medium">{today ? t('store.curve.peak', today) : t('store.curve.no-one')}</b>
        <small className="bc-faint">{t('store.curve.zone', { zone: placeOfZone(timeZone) })}</small>
      </p>
      {isTable ? (
        <FiguresTable
          label={title}
          heads={[t('store.curve.time'), labels.online, labels.weekBefore]}
          rows={slots
            .filter(({ online, weekBefore }) => online != null || weekBefore != null)
            .map(({ at, online, weekBefore }) => ({
              key: at,
              name: clock(at),
              figures: [cell(online), cell(weekBefore)],
            }))}
        />
      ) : (
        <Suspense fallback={<Skeleton width="100%" height={`${HEIGHT_PX / 16}rem`} />}>
          <TimeChart
            title={title}
            kind="steps"
            days={slots.map(({ at }) => at)}
            series={[
              { label: labels.online, tone: 'first', values: values('online') },
              { label: labels.weekBefore, tone: 'past', values: values('weekBefore') },
            ]}
            format={format}
            axisDay={clock}
            fullDay={clock}
            labelSteps={LABEL_STEPS}
            heightPx={HEIGHT_PX}
          />
        </Suspense>
      )}
      <ul className={styles['legend']}>
        <li className="bc-row bc-gap-sm">
          <i /> {labels.online}
        </li>
        <li className="bc-row bc-gap-sm">
          <i data-kind="past" />{' '}
          {before ? t('store.curve.before', { day: labels.weekBefore, ...before }) : labels.weekBefore}
        </li>
      </ul>
    </div>
  );
}

/** The first slot with the most people; null if there were none. */
function peakOf(slots: OnlineDay['slots'], of: Of): { readonly at: string; readonly value: number } | null {
  let peak: { readonly at: string; readonly value: number } | null = null;
  for (const { at, [of]: value } of slots) if ((value ?? 0) > (peak?.value ?? 0)) peak = { at, value: value ?? 0 };
  return peak;
}
