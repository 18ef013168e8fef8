import { useMessages } from '@backcounter/i18n/react';
import { Skeleton } from '@backcounter/ui';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatDay } from '../../../lib/format/dates.ts';
import { dayOf, daysToWindow } from '../../../listing/filter/zoned-day.ts';
import { usePointsWallet } from '../../../points/use-points-wallet.ts';
import { LoadProblem } from '../../../records/load-problem.tsx';
import { RecordCard } from '../../../records/record-page.tsx';
import { TabFilter } from '../../../records/tab/tab-filter.tsx';
import { NoteForm } from '../details/note.form.tsx';
import { offerOf, useAccountSummary, useRefreshDetails } from '../details/use-account-details.ts';
import type { AccountRecord } from '../use-account.ts';
import styles from './account-timeline.module.css';
import { ALL_DAYS, type DayPeriod, daysBack, defaultPeriod } from './timeline/day-period.ts';
import { CurveSkeleton, TimelineCurve } from './timeline/timeline-curve.tsx';
import { TimelineDays } from './timeline/timeline-days.tsx';
import { matchesSearch } from './timeline/timeline-search.ts';
import { useMarked } from './timeline/use-marked.ts';
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

/** Everything that happened to an account, newest first, by days; of one kind or of all, and of a period. */
export function AccountTimeline({ account }: { readonly account: AccountRecord }) {
  const { t, timeZone } = useMessages();
  const [kind, setKind] = useState<EventKind | null>(null);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const today = dayOf(new Date().toISOString(), timeZone);
  const points = usePointsWallet({ type: 'ACCOUNT', id: account.id });
  const wallet = points.data;
  // Most accounts have points: room for the curve until it is known. The tab of the points says why there are none.
  const hasCurve = wallet === undefined ? points.error === null : wallet.entries > 0;
  const [chosen, setChosen] = useState<DayPeriod>(() => defaultPeriod(today));
  // Without a curve no handle could widen the period.
  const period = hasCurve ? chosen : ALL_DAYS;
  const timeline = useTimeline(account, kind, daysToWindow(period.first, period.last, timeZone));
  const matching = useMatching(wanted);
  const pages = useMemo(() => timeline.pages?.map(matching) ?? null, [timeline.pages, matching]);
  const before = useMemo(() => lastTimes(pages ?? []), [pages]);
  const shown = pages?.reduce((sum, rows) => sum + rows.length, 0) ?? 0;
  const refresh = useRefreshDetails(account.id);
  const list = useRef<HTMLDivElement>(null);
  const { marked, mark, markDay } = useMarked(list, pages, timeZone);
  const counts = useCounts(account);
  const isNoteOffered = (kind === null || kind === 'notes') && offerOf(account, 'WRITE_NOTE') === 'NOW';
  const isEnd = pages !== null && timeline.loadMore === null;
  return (
    <RecordCard
      title={t('account.timeline.title')}
      action={
        <TextInput
          type="search"
          size="sm"
          className={styles['search'] ?? ''}
          aria-label={t('account.timeline.search')}
          placeholder={t('account.timeline.search')}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      }
    >
      <div className={styles['filters']}>
        <Shown
          period={period}
          today={today}
          shown={isEnd ? shown : null}
          all={kind === null ? counts?.all : counts?.[kind]}
        />
        <TabFilter
          label={t('account.timeline.kinds')}
          value={kind}
          onChange={setKind}
          choices={[
            { value: null, label: t('account.timeline.all'), count: counts?.all },
            ...TIMELINE_KINDS.map((each) => ({ value: each, label: t(KIND_LABELS[each]), count: counts?.[each] })),
          ]}
        />
      </div>
      {hasCurve ? (
        wallet === undefined ? (
          <CurveSkeleton />
        ) : (
          <TimelineCurve wallet={wallet} period={period} onChange={setChosen} marked={marked} onDay={markDay} />
        )
      ) : null}
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
      {pages === null ? (
        <div role="status" aria-label={t('common.place.loading')}>
          {SKELETON_WIDTHS.map((width) => (
            <div key={width} className={styles['row']}>
              <Skeleton width="2.5rem" />
              <Skeleton width="1rem" height="1rem" />
              <Skeleton width={width} />
            </div>
          ))}
        </div>
      ) : shown === 0 && timeline.failed.length === 0 && isEnd ? (
        <p className={styles['none']}>
          {t(
            wanted.trim() !== ''
              ? 'account.timeline.none-found'
              : period.first !== null || period.last !== null
                ? 'account.timeline.none-in-period'
                : kind === null
                  ? 'account.activity.none'
                  : 'account.timeline.none-of-kind',
          )}
        </p>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: marks on the curve what the rows say */}
      <div
        ref={list}
        onPointerOver={({ target }) => mark((target as Element).closest('li'))}
        onPointerLeave={() => mark(null)}
        onFocus={({ target }) => mark(target.closest('li'))}
        onBlur={() => mark(null)}
      >
        {pages?.map((rows, page) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have a fixed order
          <TimelineDays key={page} account={account.id} rows={rows} after={before[page] ?? null} />
        ))}
      </div>
      {timeline.loadMore ? <More isBusy={timeline.isLoadingMore} onMore={timeline.loadMore} /> : null}
      {isEnd && (period.first !== null || period.last !== null) ? (
        <div className={styles['more']}>
          <Button onClick={() => setChosen(ALL_DAYS)}>{t('account.timeline.show-all')}</Button>
        </div>
      ) : null}
    </RecordCard>
  );
}

/** Rows of a page that match the search. A page that is known keeps its array, so that it does not render again. */
function useMatching(search: string): (rows: readonly TimelineEvent[]) => readonly TimelineEvent[] {
  const { t, locale } = useMessages();
  return useMemo(() => {
    const known = new WeakMap<readonly TimelineEvent[], readonly TimelineEvent[]>();
    return (rows) => {
      const found = known.get(rows) ?? rows.filter((event) => matchesSearch(event, search, { t, locale }));
      known.set(rows, found);
      return found;
    };
  }, [search, t, locale]);
}

/** For each page the time of the event before its first one. */
function lastTimes(pages: readonly (readonly TimelineEvent[])[]): readonly (string | null)[] {
  let last: string | null = null;
  return pages.map((rows) => {
    const before = last;
    last = rows.at(-1)?.at ?? last;
    return before;
  });
}

/** Exact counts by kind and of all; undefined until known. */
function useCounts(account: AccountRecord) {
  const lists = useEventCounts(account.id);
  const summary = useAccountSummary(account.id).data;
  if (!lists || !summary) return undefined;
  const counts = { ...lists, badges: summary.badges, notes: summary.notes };
  return { ...counts, all: TIMELINE_KINDS.reduce((sum, each) => sum + counts[each], 0) };
}

interface ShownProps {
  readonly period: DayPeriod;
  readonly today: string;
  /** Null until all of them are loaded. */
  readonly shown: number | null;
  readonly all: number | undefined;
}

/** "15 of 65 events in the last 60 days". */
function Shown({ period, today, shown, all }: ShownProps) {
  const { t, locale } = useMessages();
  const days = daysBack(period, today);
  const dayWords = (day: string | null) => formatDay(day, { locale, timeZone: 'UTC' }) ?? '';
  return (
    <p role="status" className="bc-muted bc-number">
      {all === undefined
        ? '\u2007'
        : shown === null
          ? t('account.timeline.count', { all })
          : t('account.timeline.count-of', { shown, all })}
      {days !== null
        ? ` ${t('account.timeline.last-days', { days })}`
        : period.first !== null || period.last !== null
          ? ` ${t('account.timeline.between', { first: dayWords(period.first ?? null), last: dayWords(period.last ?? today) })}`
          : null}
    </p>
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
