import { useMessages } from '@backcounter/i18n/react';
import { type Tone, useClock } from '@backcounter/ui';
import { useElementSize } from '@mantine/hooks';
import { IconChevronLeft } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { isPlainClick } from '../grid/grid-row.tsx';
import shared from './kind-card.module.css';
import { TimeSteps } from './time-steps.tsx';
import { clip, type DayWindow, marksOf, pxAt, windowAt } from './timeline-days.ts';
import styles from './timeline-view.module.css';

/** Width of the window until it is measured. */
const WIDTH_PX = 793;
const CARD_PX = 296;
/** Rows at the end whose card opens above. */
const ABOVE_ROWS = 3;

/** A span of time with a mark at its end and a period after it. */
export interface TimelineSpan {
  readonly id: string;
  readonly href: string;
  /** Accessible name of the bar, with its dates. */
  readonly label: string;
  readonly tone: Tone | 'neutral';
  readonly look: 'plain' | 'draft' | 'canceled';
  readonly start: number;
  readonly end: number;
  readonly mark: number;
  readonly isMarkDone: boolean;
  /** End of the period after the mark; null without one. */
  readonly until: number | null;
  /** On the bar. */
  readonly word: string;
  readonly head: ReactNode;
  readonly card: ReactNode;
}

interface TimelineViewProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly legend: { readonly bar: string; readonly mark: string; readonly period: string };
  readonly spans: readonly TimelineSpan[];
  readonly onOpen: (id: string) => void;
}

/** Rows of a list over months: a bar, a diamond and a line with an end for each. */
export function TimelineView({ label, heads, legend, spans, onOpen }: TimelineViewProps) {
  const { t, intl } = useMessages();
  const { ref, width } = useElementSize<HTMLDivElement>();
  const now = useClock();
  const [months, setMonths] = useState(0);
  const window = windowAt(now, months, width || WIDTH_PX);
  const marks = marksOf(window);
  const utc = { timeZone: 'UTC' } as const;
  const today = pxAt(now, window);
  const open = (id: string) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(id);
  };
  const isTodayShown = now >= window.from && now < window.to;
  return (
    <section className={styles['timeline']} aria-label={label}>
      <div className={styles['tools']}>
        <span className={styles['legend']} aria-hidden>
          <i data-mark="bar" /> {legend.bar}
          <i data-mark="diamond" /> {legend.mark}
          <i data-mark="line" /> {legend.period}
        </span>
        <TimeSteps
          labels={{
            earlier: t('listing.timeline.earlier'),
            present: t('listing.timeline.today'),
            later: t('listing.timeline.later'),
          }}
          step={months}
          onStep={setMonths}
        />
      </div>
      <div className={styles['scroll']}>
        <div className={styles['axis']} aria-hidden>
          <div className={styles['heads']}>
            {heads.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </div>
          <div ref={ref} className={styles['days']}>
            {marks.months.map((at) => (
              <b key={at} style={{ insetInlineStart: pxAt(at, window) }}>
                {intl.formatDate(at, {
                  month: 'long',
                  ...(new Date(at).getUTCMonth() === 0 ? { year: 'numeric' } : {}),
                  ...utc,
                })}
              </b>
            ))}
            {marks.mondays.map((at) => (
              <small key={at} style={{ insetInlineStart: pxAt(at, window) }}>
                {intl.formatDate(at, { day: 'numeric', ...utc })}
              </small>
            ))}
            {isTodayShown ? (
              <em style={{ insetInlineStart: today }}>{intl.formatDate(now, { month: 'short', day: 'numeric' })}</em>
            ) : null}
          </div>
        </div>
        <ul className={styles['rows']}>
          {spans.map((span, index) => (
            <li key={span.id}>
              <a className={styles['head']} href={span.href} onClick={open(span.id)}>
                {span.head}
              </a>
              <div className={styles['days']}>
                {marks.mondays.map((at) => (
                  <i key={at} style={{ insetInlineStart: pxAt(at, window) }} />
                ))}
                {isTodayShown ? <i data-today style={{ insetInlineStart: today }} /> : null}
                <Span
                  span={span}
                  window={window}
                  now={now}
                  isAbove={index >= ABOVE_ROWS && index >= spans.length - ABOVE_ROWS}
                  onOpen={open(span.id)}
                />
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

interface SpanProps {
  readonly span: TimelineSpan;
  readonly window: DayWindow;
  readonly now: number;
  readonly isAbove: boolean;
  readonly onOpen: (event: MouseEvent) => void;
}

function Span({ span, window, now, isAbove, onOpen }: SpanProps) {
  const bar = clip(span.start, span.end, window);
  const period = span.until === null ? null : clip(span.mark, span.until, window);
  const isMarkShown = span.mark >= window.from && span.mark < window.to;
  const room = pxAt(window.to, window);
  if (!bar && !period && !isMarkShown) {
    const isLater = span.start >= window.to;
    return (
      <span className={styles['outside']} data-later={isLater || undefined}>
        <IconChevronLeft size={14} stroke={1.75} className="bc-mirror" aria-hidden />
        <span className="bc-sr-only">{span.label}</span>
      </span>
    );
  }
  const elapsed = Math.min(1, Math.max(0, (now - span.start) / (span.end - span.start)));
  const place = bar?.left ?? Math.max(0, pxAt(span.mark, window));
  return (
    <a
      className={`${shared['tone']} ${styles['span']}`}
      data-tone={span.tone}
      data-look={span.look}
      href={span.href}
      aria-label={span.label}
      onClick={onOpen}
    >
      {period ? (
        <span
          className={styles['period']}
          data-open={period.isAfter || undefined}
          style={{ insetInlineStart: period.left, width: period.width }}
        />
      ) : null}
      {bar ? (
        <span
          className={styles['bar']}
          data-before={bar.isBefore || undefined}
          style={{ insetInlineStart: bar.left, width: bar.width }}
        >
          {span.look === 'plain' && !bar.isBefore && !bar.isAfter ? (
            <span style={{ width: `${elapsed * 100}%` }} />
          ) : null}
          <b>{span.word}</b>
        </span>
      ) : null}
      {isMarkShown && span.look !== 'canceled' ? (
        <span
          className={styles['mark']}
          data-done={span.isMarkDone || undefined}
          style={{ insetInlineStart: pxAt(span.mark, window) }}
        />
      ) : null}
      <div
        aria-hidden
        className={`${shared['card']} ${styles['card']}`}
        data-above={isAbove || undefined}
        style={{ insetInlineStart: Math.max(0, Math.min(place, room - CARD_PX - 8)) }}
      >
        {span.card}
      </div>
    </a>
  );
}
