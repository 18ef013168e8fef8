import { useMessages } from '@backcounter/i18n/react';
import { memo, useMemo } from 'react';
import { dateFormat } from '../../../../lib/format/formats.ts';
import { addDays } from '../../../../lib/format/zoned-time.ts';
import { dayOf } from '../../../../listing/filter/zoned-day.ts';
import styles from '../account-timeline.module.css';
import { EventRow } from '../timeline-event.tsx';
import type { TimelineEvent } from '../timeline-sources.ts';

interface TimelineDaysProps {
  readonly account: string;
  readonly rows: readonly TimelineEvent[];
  /** Time of the event before the first row; null for the first page. */
  readonly after: string | null;
}

interface Day {
  /** ISO date. */
  readonly day: string;
  readonly title: string;
  readonly date: string;
  readonly rows: TimelineEvent[];
}

/** One page of a timeline by days of the reader's time zone; a day that continues has no second heading. */
export const TimelineDays = memo(function TimelineDays({ account, rows, after }: TimelineDaysProps) {
  const { timeZone } = useMessages();
  const days = useDays(rows);
  const continued = after === null ? null : dayOf(after, timeZone);
  return days.map(({ day, title, date, rows: own }) =>
    day === continued ? (
      <div key={day} className={styles['day']} data-continued>
        <Events account={account} rows={own} />
      </div>
    ) : (
      <section key={day} className={styles['day']} aria-label={date}>
        <h3>
          <span>{title}</span>
          <span>{date}</span>
        </h3>
        <Events account={account} rows={own} />
      </section>
    ),
  );
});

function Events({ account, rows }: Pick<TimelineDaysProps, 'account' | 'rows'>) {
  return (
    <ol>
      {rows.map((event) => (
        <EventRow key={`${event.kind} ${event.key}`} event={event} account={account} />
      ))}
    </ol>
  );
}

function useDays(rows: readonly TimelineEvent[]): readonly Day[] {
  const { t, locale, timeZone } = useMessages();
  return useMemo(() => {
    // One formatter for all rows: making one takes far longer than using it.
    const isoDay = dateFormat('en-CA', { dateStyle: 'short', timeZone });
    const weekday = dateFormat(locale, { weekday: 'long', timeZone });
    const date = dateFormat(locale, { dateStyle: 'medium', timeZone });
    const today = isoDay.format(Date.now());
    const yesterday = addDays(today, -1);
    const days: Day[] = [];
    for (const row of rows) {
      const at = new Date(row.at);
      const day = isoDay.format(at);
      const last = days.at(-1);
      if (last?.day === day) last.rows.push(row);
      else {
        const title =
          day === today
            ? t('account.timeline.today')
            : day === yesterday
              ? t('account.timeline.yesterday')
              : weekday.format(at);
        days.push({ day, title, date: date.format(at), rows: [row] });
      }
    }
    return days;
  }, [rows, t, locale, timeZone]);
}
