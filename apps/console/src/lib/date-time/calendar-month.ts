/** Days and months of a calendar: days are `YYYY-MM-DD`. */

import { addDays } from '../format/zoned-time.ts';

const WEEK = 7;
const WEEKS = 6;

/** The last day of a day's month. */
export function endOfMonth(day: string): string {
  return addDays(addMonths(`${day.slice(0, 8)}01`, 1), -1);
}

/** The same day of another month, or its last one where it is shorter. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const length = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + count, Math.min(date, length))).toISOString().slice(0, 10);
}

/** Distance from the first day of a week (1 is Monday) to a day: 0 to 6. */
export function placeInWeek(day: string, firstDayOfWeek: number): number {
  return (new Date(`${day}T00:00Z`).getUTCDay() - firstDayOfWeek + 2 * WEEK) % WEEK;
}

/** The weeks that show a day's month, always six, with days of its neighbors. */
export function weeksOf(day: string, firstDayOfWeek: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -placeInWeek(first, firstDayOfWeek));
  return Array.from({ length: WEEKS }, (_week, row) =>
    Array.from({ length: WEEK }, (_day, column) => addDays(start, row * WEEK + column)),
  );
}

/** The day to which a key of the calendar moves; null for any other key. */
export function dayByKey(
  day: string,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  { firstDayOfWeek, isRightToLeft }: { readonly firstDayOfWeek: number; readonly isRightToLeft: boolean },
): string | null {
  const forward = isRightToLeft ? -1 : 1;
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -forward);
    case 'ArrowRight':
      return addDays(day, forward);
    case 'ArrowUp':
      return addDays(day, -WEEK);
    case 'ArrowDown':
      return addDays(day, WEEK);
    case 'Home':
      return addDays(day, -placeInWeek(day, firstDayOfWeek));
    case 'End':
      return addDays(day, WEEK - 1 - placeInWeek(day, firstDayOfWeek));
    case 'PageUp':
      return addMonths(day, -months);
    case 'PageDown':
      return addMonths(day, months);
    default:
      return null;
  }
}
