import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { LoadProblem } from '../../../records/load-problem.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import { NoteForm } from '../details/note-form.tsx';
import { offerOf, useAccountSummary, useRefreshDetails } from '../details/use-account-details.ts';
import type { AccountRecord } from '../use-account.ts';
import styles from './account-timeline.module.css';
import { EventRow } from './timeline-event.tsx';
import { type EventKind, TIMELINE_KINDS, type TimelineEvent } from './timeline-sources.ts';
import { useEventCounts, useTimeline } from './use-timeline.ts';

const SKELETON_WIDTHS = ['14rem', '18rem', '11rem', '16rem', '12rem', '17rem', '13rem', '15rem'];
const KIND_LABELS = {
  points: 'points.tab',
  notifications: 'account.tab.notifications',
  coupons: 'account.tab.coupons',
  giveaways: 'account.tab.giveaways',
  badges: 'account.tab.badges',
  notes: 'account.tab.notes',
  history: 'account.timeline.changes',
} as const satisfies Readonly<Record<EventKind, string>>;
/** How far above the end of the list older events are requested. */
const AHEAD = '600px';

/** Everything that happened to an account, newest first, by days and of one kind or of all. */
export function AccountTimeline({ account }: { readonly account: AccountRecord }) {
  const { t } = useMessages();
  const [kind, setKind] = useState<EventKind | null>(null);
  const timeline = useTimeline(account, kind);
  const refresh = useRefreshDetails(account.id);
  const days = useDays(timeline.rows);
  const isNoteOffered = (kind === null || kind === 'notes') && offerOf(account, 'WRITE_NOTE') === 'NOW';
  return (
    <RecordCard title={t('account.timeline.title')}>
      <Kinds account={account} kind={kind} onChange={setKind} />
      {isNoteOffered ? (
        <div className={styles['compose']}>
          <NoteForm account={account} onWritten={refresh} />
        </div>
      ) : null}
      {timeline.failed.map(({ kind: each, error }) => (
        <div key={each} className={styles['problem']}>
          <LoadProblem
            what={t(`account.activity.failed.${each}`)}
            error={error}
            isBusy={timeline.isBusy}
            onRetry={timeline.retry}
          />
        </div>
      ))}
      {timeline.rows === null ? (
        <div role="status" aria-label={t('common.place.loading')}>
          {SKELETON_WIDTHS.map((width) => (
            <div key={width} className={styles['row']}>
              <Skeleton width="2.5rem" />
              <Skeleton width="1rem" height="1rem" />
              <Skeleton width={width} />
            </div>
          ))}
        </div>
      ) : timeline.rows.length === 0 && timeline.failed.length === 0 && timeline.loadMore === null ? (
        <p className={styles['none']}>{t(kind === null ? 'account.activity.none' : 'account.timeline.none-of-kind')}</p>
      ) : null}
      {days.map(({ day, title, date, rows }) => (
        <section key={day} className={styles['day']} aria-label={date}>
          <h3>
            <span>{title}</span>
            <span>{date}</span>
          </h3>
          <ol>
            {rows.map((event) => (
              <EventRow key={`${event.kind} ${event.key}`} event={event} account={account.id} />
            ))}
          </ol>
        </section>
      ))}
      {timeline.loadMore ? <More isBusy={timeline.isLoadingMore} onMore={timeline.loadMore} /> : null}
    </RecordCard>
  );
}

interface KindsProps {
  readonly account: AccountRecord;
  readonly kind: EventKind | null;
  readonly onChange: (kind: EventKind | null) => void;
}

/** Filters by kind with their counts, which add up to all. */
function Kinds({ account, kind, onChange }: KindsProps) {
  const { t, locale } = useMessages();
  const lists = useEventCounts(account.id);
  const summary = useAccountSummary(account.id).data;
  const counts = lists && summary ? { ...lists, badges: summary.badges, notes: summary.notes } : undefined;
  const all = counts && TIMELINE_KINDS.reduce((sum, each) => sum + counts[each], 0);
  const shown = TIMELINE_KINDS.filter((each) => each === kind || counts?.[each] !== 0);
  const chip = (value: EventKind | null, label: string, count: number | undefined) => (
    <button
      key={value}
      type="button"
      className={styles['kind']}
      aria-pressed={value === kind}
      onClick={() => onChange(value)}
    >
      {label} {count === undefined ? null : <span>{new Intl.NumberFormat(locale).format(count)}</span>}
    </button>
  );
  return (
    <fieldset className={styles['kinds']} aria-label={t('account.timeline.kinds')}>
      {chip(null, t('account.timeline.all'), all)}
      {shown.map((each) => chip(each, t(KIND_LABELS[each]), counts?.[each]))}
    </fieldset>
  );
}

/** Requests older events shortly before the end of the list is reached; a button for those who don't scroll. */
function More({ isBusy, onMore }: { readonly isBusy: boolean; readonly onMore: () => void }) {
  const { t } = useMessages();
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    const { current } = end;
    if (isBusy || current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more.current();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className={styles['more']}>
      <Button loading={isBusy} onClick={onMore}>
        {t('records.tab.more')}
      </Button>
    </div>
  );
}

interface Day {
  /** ISO date. */
  readonly day: string;
  readonly title: string;
  readonly date: string;
  readonly rows: TimelineEvent[];
}

/** The events by days of the reader's time zone. */
function useDays(rows: readonly TimelineEvent[] | null): readonly Day[] {
  const { t, locale, timeZone } = useMessages();
  return useMemo(() => {
    const isoDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone });
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone });
    const now = Date.now();
    const today = isoDay.format(now);
    const yesterday = isoDay.format(now - 86_400_000);
    const days: Day[] = [];
    for (const row of rows ?? []) {
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
