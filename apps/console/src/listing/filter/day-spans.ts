import { addDays } from '../../lib/format/zoned-time.ts';

/** Consecutive days, both ends included (`YYYY-MM-DD`). */
export interface DaySpan {
  readonly name: 'this-week' | 'last-week' | 'this-month' | 'last-month';
  readonly first: string;
  readonly last: string;
}

/** Monday is 1, Sunday 7. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00.000Z`).getUTCDay() || 7;

const monthOf = (day: string) => `${day.slice(0, 8)}01`;

/** Common weeks and months, relative to a day. */
export function daySpans(today: string, firstDayOfWeek: number): readonly DaySpan[] {
  const week = addDays(today, -((weekdayOf(today) - firstDayOfWeek + 7) % 7));
  const month = monthOf(today);
  const beforeMonth = addDays(month, -1);
  return [
    { name: 'this-week', first: week, last: addDays(week, 6) },
    { name: 'last-week', first: addDays(week, -7), last: addDays(week, -1) },
    { name: 'this-month', first: month, last: addDays(monthOf(addDays(month, 31)), -1) },
    { name: 'last-month', first: monthOf(beforeMonth), last: beforeMonth },
  ];
}
