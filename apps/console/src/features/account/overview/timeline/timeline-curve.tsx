import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { RangeSlider } from '@mantine/core';
import '@mantine/core/styles/Slider.layer.css';
import { type ReadonlyAtom, useSelector } from '@tanstack/react-store';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useState } from 'react';
import { roundTicks } from '../../../../lib/chart/round-ticks.ts';
import { formatDay } from '../../../../lib/format/dates.ts';
import { dateFormat, formatNumber } from '../../../../lib/format/formats.ts';
import { dayOf } from '../../../../listing/filter/zoned-day.ts';
import { usePointsChart } from '../../../../points/chart/use-points-chart.ts';
import type { PointsWallet } from '../../../../points/use-points-wallet.ts';
import { LoadProblem } from '../../../../records/load-problem.tsx';
import { balancesOf, CURVE_DAYS, curvePath, dayAt, monthsOf, placeOf } from './curve-days.ts';
import type { DayPeriod } from './day-period.ts';
import styles from './timeline-curve.module.css';

/** Days that the Page keys move a handle. */
const PAGE_DAYS = 30;
/** Of plot and months. */
const HEIGHT = '7.25rem';
const YEAR = { withinDays: CURVE_DAYS } as const;

interface TimelineCurveProps {
  readonly wallet: PointsWallet;
  readonly period: DayPeriod;
  readonly onChange: (period: DayPeriod) => void;
  /** Instant of the marked event; null without one. */
  readonly marked: ReadonlyAtom<string | null>;
  /** Called with the day under the pointer; null once it has left. */
  readonly onDay: (day: string | null) => void;
}

/** The balance of the last twelve months; two handles set the period of the timeline. */
export const TimelineCurve = memo(function TimelineCurve(props: TimelineCurveProps) {
  const { wallet, ...plot } = props;
  const { t } = useMessages();
  const chart = usePointsChart(wallet, YEAR);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a part of a form
    <div className={styles['curve']} role="group" aria-label={t('points.year.title')}>
      {chart.data ? (
        <Plot points={chart.data.points} {...plot} />
      ) : chart.error ? (
        <LoadProblem
          what={t('points.chart.failed')}
          error={chart.error}
          isBusy={chart.isFetching}
          onRetry={chart.retry}
        />
      ) : (
        <Skeleton width="100%" height={HEIGHT} />
      )}
    </div>
  );
});

/** The room of a curve whose account is loading. */
export function CurveSkeleton() {
  return (
    <div className={styles['curve']}>
      <Skeleton width="100%" height={HEIGHT} />
    </div>
  );
}

type PlotProps = Omit<TimelineCurveProps, 'wallet'> & {
  readonly points: readonly { readonly day: string; readonly balance: number }[];
};

function Plot({ points, period, onChange, marked, onDay }: PlotProps) {
  const { t, locale, timeZone, dir } = useMessages();
  const today = dayOf(new Date().toISOString(), timeZone);
  const { balances, ticks, top, path } = useMemo(() => curveOf(points, today), [points, today]);
  const chosen = [
    period.first === null ? 0 : placeOf(period.first, today),
    period.last === null ? CURVE_DAYS : placeOf(period.last, today) + 1,
  ] as [number, number];
  // While a handle is moved, only the window follows.
  const [value, setValue] = useState(chosen);
  const [from, to] = chosen;
  useEffect(() => setValue([from, to]), [from, to]);
  const dayWords = (place: number) => formatDay(dayAt(place, today), { locale, timeZone: 'UTC' }) ?? '';
  const choose = ([first, last]: readonly [number, number]) =>
    onChange({
      first: first === 0 ? null : dayAt(first, today),
      last: last === CURVE_DAYS ? null : dayAt(last - 1, today),
    });
  // The slider itself knows arrow keys only.
  const jump = (handle: 0 | 1, event: KeyboardEvent) => {
    const [least, most] = handle === 0 ? [0, value[1] - 1] : [value[0] + 1, CURVE_DAYS];
    const steps: Readonly<Record<string, number>> = {
      ...{ Home: least, End: most },
      ...{ PageDown: value[handle] - PAGE_DAYS, PageUp: value[handle] + PAGE_DAYS },
    };
    const wanted = steps[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    const at = Math.min(most, Math.max(least, wanted));
    choose(handle === 0 ? [at, value[1]] : [value[0], at]);
  };
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const along = (event.clientX - left) / width;
    onDay(dayAt(Math.floor((dir === 'rtl' ? 1 - along : along) * CURVE_DAYS), today));
  };
  return (
    <>
      <div className={styles['ticks']} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            {formatNumber(tick, locale, { notation: 'compact' })}
          </span>
        ))}
      </div>
      <div className={styles['plot']} onPointerMove={follow} onPointerLeave={() => onDay(null)}>
        <svg viewBox={`0 0 ${CURVE_DAYS} 100`} preserveAspectRatio="none" aria-hidden>
          <path d={`${path} V100 H0 Z`} data-area />
          <path d={path} />
        </svg>
        <div
          className={styles['window']}
          style={{ insetInlineStart: share(value[0]), inlineSize: share(value[1] - value[0]) }}
        />
        <Mark marked={marked} balances={balances} top={top} today={today} />
        <RangeSlider
          classNames={{
            root: styles['slider'] ?? '',
            trackContainer: styles['track'] ?? '',
            track: styles['track'] ?? '',
            bar: styles['bar'] ?? '',
            thumb: styles['thumb'] ?? '',
          }}
          min={0}
          max={CURVE_DAYS}
          minRange={1}
          value={value}
          label={null}
          thumbFromLabel={t('account.timeline.from')}
          thumbToLabel={t('account.timeline.to')}
          thumbValueText={(at) => dayWords(Math.min(at, CURVE_DAYS - 1))}
          onChange={setValue}
          onChangeEnd={choose}
          thumbProps={(handle) => ({ onKeyDown: (event) => jump(handle, event) })}
        />
      </div>
      <div className={styles['months']} aria-hidden>
        {monthsOf(today).map((month) => (
          <span key={month} style={{ insetInlineStart: share(placeOf(month, today)) }}>
            {dateFormat(locale, { month: 'short', timeZone: 'UTC' }).format(new Date(month))}
          </span>
        ))}
      </div>
    </>
  );
}

const share = (at: number) => `${(at / CURVE_DAYS) * 100}%`;

function curveOf(points: PlotProps['points'], today: string) {
  const balances = balancesOf(points, today);
  const ticks = roundTicks(Math.max(...balances));
  const top = ticks.at(-1) ?? 1;
  return { balances, ticks, top, path: curvePath(balances, top) };
}

interface MarkProps {
  readonly marked: TimelineCurveProps['marked'];
  readonly balances: readonly number[];
  /** Balance at the upper edge. */
  readonly top: number;
  readonly today: string;
}

/** The day of the marked event, with its balance. */
function Mark({ marked, balances, top, today }: MarkProps) {
  const { t, locale, timeZone } = useMessages();
  const at = useSelector(marked);
  const day = at === null ? null : dayOf(at, timeZone);
  const place = day === null ? -1 : placeOf(day, today);
  const balance = balances[place];
  if (balance === undefined) return null;
  return (
    <div
      className={styles['mark']}
      data-end={place > CURVE_DAYS / 2 || undefined}
      style={{ insetInlineStart: share(place + 0.5) }}
    >
      <i style={{ insetBlockEnd: `${(balance / top) * 100}%` }} />
      <span>
        {t('account.timeline.balance-on', {
          day: formatDay(day, { locale, timeZone: 'UTC' }) ?? '',
          balance,
        })}
      </span>
    </div>
  );
}
