import { useMessages } from '@backcounter/i18n/react';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { formatNumber } from '../format/formats.ts';
import { isolated } from '../format/isolated.ts';
import { barShare, barsPath, stepShare, stepsPath } from './chart-shapes.ts';
import { roundTicks } from './round-ticks.ts';
import styles from './time-chart.module.css';

/** `past` is a dashed line behind the others. */
const COLOURS = { first: 'var(--bc-brand)', second: 'var(--bc-chart-2)', past: 'var(--bc-text3)' } as const;
const HEIGHT_PX = 168;
const TIME_AXIS_PX = 30;
const TICK_GAP_PX = 56;
/** A little more than letters of labels take. */
const LETTER_PX = 7;
const TOOLTIP_PX = { width: 200, gap: 10 };

/** One figure per day of a chart. */
export interface DaySeries {
  readonly label: string;
  readonly tone: keyof typeof COLOURS;
  /** As many as there are days; null leaves a gap. */
  readonly values: readonly (number | null)[];
}

/** A labelled line across a chart: at a value, or at a day with its label after or before it in reading direction. */
export type ChartMark =
  | { readonly label: string; readonly value: number }
  | { readonly label: string; readonly day: string; readonly side: 'after' | 'before' };

interface TimeChartProps {
  readonly title: string;
  readonly kind: 'bars' | 'steps';
  /** Calendar dates (`YYYY-MM-DD`), the oldest first. */
  readonly days: readonly string[];
  readonly series: readonly DaySeries[];
  readonly format: (value: number) => string;
  /** Default: abbreviated, as "80K". */
  readonly formatAxis?: ((value: number) => string) | undefined;
  /** A day on the time axis, and in full. */
  readonly axisDay: (day: string) => string;
  readonly fullDay: (day: string) => string;
  /** Numbers of days from label to label, in ascending order; the first that has room is used. Default: any. */
  readonly labelSteps?: readonly number[];
  readonly marks?: readonly ChartMark[];
  readonly heightPx?: number;
}

/**
 * Figures over time from 0, as bars or as a step line; time runs in reading direction. Arrow keys move from day to day.
 * Callers must offer the figures as a table as well.
 */
export function TimeChart(props: TimeChartProps) {
  const { title, kind, days, series, format, axisDay, fullDay, marks = [], heightPx = HEIGHT_PX } = props;
  const { locale, dir } = useMessages();
  const { ref, width: whole } = useElementSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const at = chosen !== null && chosen < days.length ? chosen : null;
  const fade = useId();
  const isMirrored = dir === 'rtl';
  const formatAxis =
    props.formatAxis ??
    ((value: number) => formatNumber(value, locale, { notation: 'compact', maximumFractionDigits: 1 }));
  // Unabbreviated amounts need more room.
  const axisPx = props.formatAxis ? 68 : 56;
  const left = isMirrored ? 0 : axisPx;
  const [width, height] = [Math.max(0, whole - axisPx), heightPx - TIME_AXIS_PX];
  const ticks = roundTicks(
    Math.max(
      ...series.flatMap(({ values }) => values.map((value) => value ?? 0)),
      ...marks.map((mark) => ('value' in mark ? mark.value : 0)),
    ),
  );
  const plot = { width, height, top: ticks.at(-1) ?? 1 };
  const shareOf = kind === 'bars' ? barShare : stepShare;
  const x = (day: number) => {
    const share = shareOf(day, days.length);
    return left + width * (isMirrored ? 1 - share : share);
  };
  const y = (value: number) => height * (1 - value / plot.top);
  const start = isMirrored ? 'end' : 'start';
  const inward = isMirrored ? -1 : 1;

  const point = ({ clientX, currentTarget }: PointerEvent<SVGElement>) => {
    const share = (clientX - currentTarget.getBoundingClientRect().left - left) / width;
    const along = isMirrored ? 1 - share : share;
    const day = kind === 'bars' ? Math.floor(along * days.length) : Math.round(along * (days.length - 1));
    setChosen(along < 0 || along > 1 ? null : Math.min(day, days.length - 1));
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: inward, ArrowLeft: -inward }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setChosen(Math.min(days.length - 1, Math.max(0, at === null ? 0 : at + by)));
  };

  return (
    <div className={styles['chart']} dir="ltr" ref={ref} style={{ height: heightPx }}>
      <svg
        role="application"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move from day to day
        tabIndex={0}
        width="100%"
        height={heightPx}
        onPointerMove={point}
        onPointerLeave={() => setChosen(null)}
        onKeyDown={step}
        onBlur={() => setChosen(null)}
      >
        {width === 0 ? null : (
          <>
            {ticks.map((tick) => (
              <g key={tick}>
                <line className={styles['grid']} x1={left} x2={left + width} y1={y(tick)} y2={y(tick)} />
                <text
                  x={isMirrored ? width + 18 : left - 18}
                  y={y(tick)}
                  dy="0.355em"
                  textAnchor={isMirrored ? 'start' : 'end'}
                >
                  {/* The chart is laid out left to right, which would reorder a currency. */}
                  {isolated(formatAxis(tick))}
                </text>
              </g>
            ))}
            {labelledDays(days.map(axisDay), width, props.labelSteps).map((day) => (
              <text key={days[day]} x={x(day)} y={height + 18} dy="0.71em" textAnchor="middle">
                {axisDay(days[day] ?? '')}
              </text>
            ))}
            {at === null ? null : kind === 'bars' ? (
              <rect
                className={styles['cursor']}
                x={x(at) - width / days.length / 2}
                width={width / days.length}
                height={height}
              />
            ) : (
              <line className={styles['grid']} x1={x(at)} x2={x(at)} y2={height} />
            )}
            <g transform={isMirrored ? `translate(${width}) scale(-1,1)` : `translate(${left})`}>
              {/* The first series covers the others. */}
              {series
                .map(({ label, tone, values }, each) =>
                  kind === 'bars' ? (
                    <path key={label} d={barsPath(values, each, series.length, plot)} fill={COLOURS[tone]} />
                  ) : (
                    <g key={label}>
                      {tone === 'past' ? null : (
                        <>
                          <linearGradient id={`${fade}${each}`} x2="0" y2="1">
                            <stop offset="0%" stopColor={COLOURS[tone]} stopOpacity={0.14} />
                            <stop offset="100%" stopColor={COLOURS[tone]} stopOpacity={0.01} />
                          </linearGradient>
                          <path d={stepsPath(values, plot, 'area')} fill={`url(#${fade}${each})`} />
                        </>
                      )}
                      <path
                        d={stepsPath(values, plot)}
                        fill="none"
                        stroke={COLOURS[tone]}
                        strokeWidth={tone === 'past' ? 1.25 : 1.75}
                        strokeDasharray={tone === 'past' ? '4 3' : undefined}
                      />
                    </g>
                  ),
                )
                .toReversed()}
            </g>
            {marks.map((mark) =>
              'value' in mark ? (
                <g key={mark.label}>
                  <line className={styles['limit']} x1={left} x2={left + width} y1={y(mark.value)} y2={y(mark.value)} />
                  <text
                    x={(isMirrored ? width : left) + 5 * inward}
                    y={y(mark.value) + 5}
                    dy="0.71em"
                    textAnchor={start}
                  >
                    {isolated(mark.label)}
                  </text>
                </g>
              ) : (
                <g key={mark.day} className={styles['event']}>
                  <line x1={x(days.indexOf(mark.day))} x2={x(days.indexOf(mark.day))} y2={height} />
                  <text
                    x={x(days.indexOf(mark.day)) + (mark.side === 'after' ? 5 : -5) * inward}
                    y={height - 5}
                    textAnchor={(mark.side === 'after') === isMirrored ? 'end' : 'start'}
                  >
                    {mark.label}
                  </text>
                </g>
              ),
            )}
            {kind === 'steps'
              ? series.map(({ label, tone, values }) => {
                  const last = values.findLastIndex((value) => value !== null);
                  if (tone === 'past' || last < 0 || last === values.length - 1) return null;
                  return (
                    <circle
                      key={label}
                      className={styles['now']}
                      cx={x(last + 1)}
                      cy={y(values[last] ?? 0)}
                      r={4}
                      stroke={COLOURS[tone]}
                    />
                  );
                })
              : null}
            {at !== null && kind === 'steps'
              ? known(series, at).map(({ label, tone, value }) => (
                  <circle key={label} cx={x(at)} cy={y(value)} r={4} fill={COLOURS[tone]} />
                ))
              : null}
          </>
        )}
      </svg>
      <div
        role="status"
        className={styles['tooltip']}
        dir={dir}
        style={at === null ? undefined : { left: besides(x(at), whole) }}
      >
        {at === null ? null : (
          <>
            <b className="bc-medium">{fullDay(days[at] ?? '')}</b>
            {known(series, at).map(({ label, tone, value }) => (
              <p key={label}>
                <i style={{ background: COLOURS[tone] }} />
                <span>{label}</span>
                <span>{format(value)}</span>
              </p>
            ))}
          </>
        )}
      </div>
    </div>
  );
}

/** The figures of a day, without those that are unknown. */
function known(series: readonly DaySeries[], at: number) {
  return series.flatMap(({ label, tone, values }) => {
    const value = values[at] ?? null;
    return value === null ? [] : [{ label, tone, value }];
  });
}

/** Days whose labels fit side by side at equal distances, the first one included. */
function labelledDays(labels: readonly string[], width: number, steps: readonly number[] = []): readonly number[] {
  const widest = Math.max(...labels.map((label) => label.length)) * LETTER_PX;
  const band = width / labels.length;
  const least = Math.max(1, Math.ceil((widest + TICK_GAP_PX) / band));
  const every = steps.find((step) => step >= least) ?? least;
  const days = labels.flatMap((_label, at) => (at % every === 0 ? at : []));
  return days.filter((at) => (at + 0.5) * band + widest / 2 <= width);
}

/** The left edge of the tooltip: to the right of the day if there is room. */
function besides(x: number, whole: number): number {
  const { width, gap } = TOOLTIP_PX;
  return x + gap + width <= whole ? x + gap : Math.max(0, x - gap - width);
}
