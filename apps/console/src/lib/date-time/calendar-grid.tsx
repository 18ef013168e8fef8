import { useMessages } from '@backcounter/i18n/react';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { dateFormat } from '../format/formats.ts';
import { firstDayOfWeek } from '../format/week.ts';
import { KEEPS_DIALOG } from '../page/own-escape.ts';
import styles from './calendar-grid.module.css';
import { addMonths, dayByKey, weeksOf } from './calendar-month.ts';
import { showTyped } from './typed-time.ts';

const SHORT_LENGTH = 4;

interface CalendarGridProps {
  /** '' for none. */
  readonly day: string;
  readonly today: string;
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly onPick: (day: string) => void;
}

/** The days of a month. The arrow keys, Page Up, Page Down, Home and End move; Enter picks. */
export function CalendarGrid({ day, today, min, max, onPick }: CalendarGridProps) {
  const { t, locale, dir, figure } = useMessages();
  const [current, setCurrent] = useState(() => inside(day || today, min, max));
  const cell = useRef<HTMLButtonElement>(null);
  const mustFocus = useRef(true);
  const title = useId();
  const note = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current day
  useEffect(() => {
    if (mustFocus.current) cell.current?.focus({ preventScroll: true });
    mustFocus.current = false;
  }, [current]);
  const week = firstDayOfWeek(locale);
  const weeks = weeksOf(current, week);
  const words = (each: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options }).format(Date.parse(each));
  // Some languages have no short names.
  const isLong = weeks[0]?.some((each) => words(each, { weekday: 'short' }).length > SHORT_LENGTH);
  const whyNot = (each: string) =>
    min !== undefined && each < min
      ? t('date-time.too-early', { first: showTyped(min, 'date', locale) })
      : max !== undefined && each > max
        ? t('date-time.too-late', { last: showTyped(max, 'date', locale) })
        : null;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(current, event, { firstDayOfWeek: week, isRightToLeft: dir === 'rtl' });
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    mustFocus.current = true;
    setCurrent(next);
  };
  const step = (
    Icon: typeof IconChevronLeft,
    name: 'year-before' | 'month-before' | 'month-after' | 'year-after',
    months: number,
  ) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      className="bc-muted"
      aria-label={t(`date-time.${name}`)}
      {...KEEPS_DIALOG}
      onClick={() => setCurrent(addMonths(current, months))}
    >
      <Icon className="bc-mirror" size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return (
    <div className={styles['calendar']}>
      <div className="bc-row">
        {step(IconChevronsLeft, 'year-before', -12)}
        {step(IconChevronLeft, 'month-before', -1)}
        <span id={title} className={styles['title']} aria-live="polite">
          {words(current, { month: 'long', year: 'numeric' })}
        </span>
        {step(IconChevronRight, 'month-after', 1)}
        {step(IconChevronsRight, 'year-after', 12)}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the base of a grid */}
      <table className={styles['grid']} role="grid" aria-labelledby={title} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((each) => (
              <th key={each} scope="col" abbr={words(each, { weekday: 'long' })}>
                {words(each, { weekday: isLong ? 'narrow' : 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((each) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
                <td key={each} aria-selected={each === day}>
                  <button
                    type="button"
                    ref={each === current ? cell : undefined}
                    tabIndex={each === current ? 0 : -1}
                    data-autofocus={each === current || undefined}
                    className={styles['day']}
                    data-other={each.slice(0, 7) === current.slice(0, 7) ? undefined : true}
                    aria-label={words(each, { dateStyle: 'full' })}
                    aria-current={each === today ? 'date' : undefined}
                    aria-disabled={whyNot(each) !== null}
                    aria-describedby={each === current && whyNot(each) !== null ? note : undefined}
                    title={whyNot(each) ?? undefined}
                    {...KEEPS_DIALOG}
                    onClick={() => whyNot(each) === null && onPick(each)}
                  >
                    {figure(Number(each.slice(8)))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {whyNot(current) === null ? null : (
        <p id={note} className="bc-small bc-dense bc-muted">
          {whyNot(current)}
        </p>
      )}
    </div>
  );
}

function inside(day: string, min: string | undefined, max: string | undefined): string {
  if (min !== undefined && day < min) return min;
  return max !== undefined && day > max ? max : day;
}
