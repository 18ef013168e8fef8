import { hoursOf } from './dates.ts';
import { dateFormat } from './formats.ts';

/** Name of a day of the week, from Monday (1) to Sunday (7). */
export const weekdayWords = (day: number, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', weekday: 'long' }).format(Date.UTC(2024, 0, day));

/** A full hour of the day: "06:00". */
export const hourWords = (hour: number, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', ...hoursOf(locale) }).format(
    Date.UTC(2024, 0, 1, hour),
  );
