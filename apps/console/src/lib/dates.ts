import type { TimeStyle } from '@backcounter/ui';

/** Reads an ISO date string, a valid date or a number of milliseconds (specification, section 5); anything else is null. */
export function toDate(value: unknown): Date | null {
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Date)) return null;
  if (
    typeof value === 'string' &&
    !/^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/.test(value)
  ) {
    return null;
  }
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** A day such as "14 Mar 2023". A calendar date without a time (a birthday) is the same day in every zone. */
export function formatDay(value: unknown, style: TimeStyle): string | null {
  const date = toDate(value);
  if (!date) return null;
  const isCalendarDate = typeof value === 'string' && value.length === 10;
  return new Intl.DateTimeFormat(style.locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: isCalendarDate ? 'UTC' : style.timeZone,
  }).format(date);
}

/** A time of day as the locale writes it: "14:31", "2:31 PM". */
export function formatClock(value: unknown, style: TimeStyle): string | null {
  const date = toDate(value);
  return date && new Intl.DateTimeFormat(style.locale, { timeStyle: 'short', timeZone: style.timeZone }).format(date);
}

/** A day and time such as "14 Mar 2023, 14:31". */
export function formatInstant(value: unknown, style: TimeStyle): string | null {
  const date = toDate(value);
  return (
    date &&
    new Intl.DateTimeFormat(style.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: style.timeZone }).format(
      date,
    )
  );
}
