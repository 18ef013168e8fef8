import { LIMITS } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, type Tone, useClock } from '@backcounter/ui';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { placeInWeek } from '../../lib/date-time/calendar-month.ts';
import { dateFormat } from '../../lib/format/formats.ts';
import { firstDayOfWeek } from '../../lib/format/week.ts';
import { addDays, instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { zonedTime } from '../../lib/format/zoned-words.ts';
import { encodeListUrl, withFilter } from '../address/list-url.ts';
import { useListUrl } from '../address/use-list-url.ts';
import type { FilterValue } from '../filter/filter-value.ts';
import { isPlainClick } from '../grid/grid-row.tsx';
import type { ListKindProps } from '../list-definition.ts';
import { ListFailure } from '../list-outcomes.tsx';
import shared from '../timeline/kind-card.module.css';
import { TimeSteps } from '../timeline/time-steps.tsx';
import styles from './list-calendar.module.css';

const DAY_MS = 86_400_000;

/** From an instant, up to before another one. */
interface Range {
  readonly from: string;
  readonly to: string;
}

/** The part of a range that a filter of its time allows; null for none. */
function within(filter: FilterValue | undefined, range: Range, now: number): Range | null {
  if (filter?.kind !== 'instant') return range;
  const allowed = endsOf(filter.range, now);
  const from = allowed.from !== null && allowed.from > range.from ? allowed.from : range.from;
  const to = allowed.to !== null && allowed.to < range.to ? allowed.to : range.to;
  return from < to ? { from, to } : null;
}

function endsOf(range: Extract<FilterValue, { kind: 'instant' }>['range'], now: number) {
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
  if ('withinDays' in range) return { from: inDays(-range.withinDays), to: inDays(0) };
  if ('olderThanDays' in range) return { from: null, to: inDays(-range.olderThanDays) };
  if ('nextDays' in range) return { from: inDays(0), to: inDays(range.nextDays) };
  if ('isEmpty' in range) return { from: null, to: range.isEmpty ? '' : null };
  return range;
}

const DAYS = [0, 1, 2, 3, 4, 5, 6];
/** Entries of a day; further ones are in the table. */
const PER_DAY = 8;

/** A row in the calendar. */
export interface CalendarEntry {
  readonly title: string;
  /** Accessible name of the link. */
  readonly label: string;
  readonly tone: Tone | 'neutral';
  readonly look: 'plain' | 'draft' | 'canceled';
  readonly mark: ReactNode;
  readonly card: ReactNode;
}

interface ListCalendarProps<Row> extends ListKindProps<Row> {
  /** Filter and sort of the time that places a row. */
  readonly filter: string;
  /** Day and hour of a row as the table has them: `2026-11-30T18:00`, in whatever zone. */
  readonly wallTimeOf: (row: Row) => string | null;
  readonly entryOf: (row: Row) => CalendarEntry;
  readonly emptyBody: string;
}

/** The rows of a week by days, at the hours of the table; on a phone one day below the other. */
export function ListCalendar<Row>(props: ListCalendarProps<Row>) {
  const { definition, state, filter, isPhone } = props;
  const { t, locale, timeZone } = useMessages();
  const { go } = useListUrl(definition);
  const now = useClock();
  const [week, setWeek] = useState(0);
  const today = wallTimeOf(new Date(now).toISOString(), timeZone).slice(0, 10);
  const start = addDays(today, 7 * week - placeInWeek(today, firstDayOfWeek(locale)));
  const days = DAYS.map((day) => addDays(start, day));
  const rangeOf = (first: string, count: number) => ({
    from: instantOf(`${first}T00:00`, timeZone),
    to: instantOf(`${addDays(first, count)}T00:00`, timeZone),
  });
  // By the minute, so that a relative filter does not ask again at every tick.
  const minute = Math.floor(now / 60_000) * 60_000;
  const chosen = (range: Range) => within(state.filters[filter], range, minute);
  // A day more on each side: the week of another zone begins and ends at other instants.
  const range = chosen(rangeOf(addDays(start, -1), 9));
  const search = state.search.trim();
  const asked = withFilter(state, filter, range && { kind: 'instant', range });
  const query = useQuery({
    queryKey: ['list', definition.name, 'calendar', asked.filters, search, locale],
    queryFn: ({ signal }) =>
      definition.source.page(
        {
          filters: asked.filters,
          search,
          sort: { key: definition.sorts[filter] ?? '', direction: 'ASC' },
          page: { first: LIMITS.pageSizeMax },
          locale,
        },
        signal,
      ),
    enabled: range !== null,
  });
  const dayOf = (row: Row | undefined) => (row === undefined ? null : (props.wallTimeOf(row)?.slice(0, 10) ?? null));
  /** From here on, rows of the week are missing. */
  const cutDay = query.data?.ends.hasNextPage ? dayOf(query.data.rows.at(-1)) : null;
  const byDay = Map.groupBy(query.data?.rows ?? [], dayOf);

  const inTable = (first: string, count: number) => {
    const shown = chosen(rangeOf(first, count));
    const next = { ...withFilter(state, filter, shown && { kind: 'instant', range: shown }), kind: null };
    return {
      href: `?${new URLSearchParams(encodeListUrl(next))}`,
      onClick: (event: MouseEvent) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        go(next);
      },
    };
  };
  const words = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone: 'UTC', ...options });
  const at = (day: string) => Date.parse(`${day}T00:00Z`);
  const title = words({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(
    at(start),
    at(addDays(start, 6)),
  );

  const body = () => {
    if (query.error) {
      return (
        <ListFailure
          error={query.error}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
          onReset={() => go({ ...state, kind: null })}
        />
      );
    }
    const isEmpty =
      range === null || (query.data !== undefined && cutDay === null && !days.some((day) => byDay.has(day)));
    if (isEmpty) return <EmptyState title={t('listing.calendar.none')} body={props.emptyBody} />;
    const shown = isPhone ? days.filter((day) => byDay.has(day) || (cutDay !== null && day >= cutDay)) : days;
    return (
      <ol className={styles['days']} aria-busy={query.isPending}>
        {shown.map((day, column) => {
          const all = byDay.get(day) ?? [];
          const isCut = cutDay !== null && day >= cutDay;
          return (
            <li key={day} data-today={day === today || undefined} data-end={column > 3 || undefined}>
              <h3 aria-current={day === today ? 'date' : undefined}>
                {words({ weekday: isPhone ? 'long' : 'short' }).format(at(day))}{' '}
                <b className={styles['date']} data-today={day === today || undefined}>
                  {words({ day: 'numeric', ...(isPhone ? { month: 'short' } : {}) }).format(at(day))}
                </b>
              </h3>
              <ul>
                {all.slice(0, PER_DAY).map((row, index) => (
                  <li key={definition.rowId(row)}>
                    <Entry
                      {...props.entryOf(row)}
                      {...(isPhone ? { card: null } : {})}
                      time={zonedTime(`${props.wallTimeOf(row)}Z`, 'UTC', locale)}
                      isAbove={index > 2}
                      href={props.hrefOf(row)}
                      onOpen={() => props.onOpen(row, false)}
                    />
                  </li>
                ))}
              </ul>
              {isCut || all.length > PER_DAY ? (
                <a className={styles['more']} {...inTable(day, 1)}>
                  {isCut ? t('listing.calendar.all') : t('listing.calendar.more', { count: all.length - PER_DAY })}
                </a>
              ) : null}
            </li>
          );
        })}
      </ol>
    );
  };
  return (
    <section className={styles['calendar']} aria-label={t(definition.titleKey)} data-phone={isPhone || undefined}>
      <div className={styles['tools']}>
        <h2 aria-live="polite">{title}</h2>
        <TimeSteps
          labels={{
            earlier: t('listing.calendar.earlier'),
            present: t('listing.calendar.present'),
            later: t('listing.calendar.later'),
          }}
          step={week}
          onStep={setWeek}
        />
      </div>
      {body()}
    </section>
  );
}

interface EntryProps extends CalendarEntry {
  readonly time: string;
  readonly isAbove: boolean;
  readonly href: string;
  readonly onOpen: () => void;
}

function Entry({ title, label, tone, look, mark, card, time, isAbove, href, onOpen }: EntryProps) {
  return (
    <a
      className={`${shared['tone']} ${styles['entry']}`}
      data-tone={tone}
      data-look={look}
      href={href}
      aria-label={`${time}, ${label}`}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {/* With spaces, as the label has them: otherwise readers of the screen would see another name. */}
      <time>{time}</time> <b dir="auto">{title}</b> {mark}
      {card === null ? null : (
        <div aria-hidden className={`${shared['card']} ${styles['card']}`} data-above={isAbove || undefined}>
          {card}
        </div>
      )}
    </a>
  );
}
