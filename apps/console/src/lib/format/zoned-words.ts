import { hoursOf } from './dates.ts';
import { dateFormat } from './formats.ts';
import { wallTimeOf } from './zoned-time.ts';

/** Days without a year are the nearest ones, as in directory listings of Unix. */
const HALF_A_YEAR_MS = 183 * 86_400_000;
const MINUTES: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

/** A day in a zone, with the year only if it is more than half a year away: "30 Nov", "14 Mar 2023". */
export const dayWords = (instant: string, timeZone: string, locale: string) => words(instant, timeZone, locale, {});

/** An instant in a zone, with the year only if it is more than half a year away: "30 Nov 23:59", "14 Mar 2023 10:00". */
export const zonedWords = (instant: string, timeZone: string, locale: string) =>
  words(instant, timeZone, locale, { ...MINUTES, ...hoursOf(locale) });

/** An instant to the second, as in ledgers: "21 Nov 14:31:52". */
export const ledgerWords = (instant: string, timeZone: string, locale: string) =>
  words(instant, timeZone, locale, { ...MINUTES, second: '2-digit', ...hoursOf(locale) });

function words(instant: string, timeZone: string, locale: string, time: Intl.DateTimeFormatOptions): string {
  const isNear = Math.abs(Date.parse(instant) - Date.now()) < HALF_A_YEAR_MS;
  return dateFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isNear ? {} : { year: 'numeric' }),
    ...time,
  }).format(new Date(instant));
}

/** The time of day of an instant in a zone: "23:59". */
export const zonedTime = (instant: string, timeZone: string, locale: string) =>
  dateFormat(locale, { timeZone, ...MINUTES, ...hoursOf(locale) }).format(new Date(instant));

/** An exclusive end for display: a midnight is shown as the end of the day before. */
export function closesWords(closesAt: string, zone: string, locale: string): string {
  return wallTimeOf(closesAt, zone).endsWith('T00:00')
    ? zonedWords(new Date(Date.parse(closesAt) - 60_000).toISOString(), zone, locale)
    : zonedWords(closesAt, zone, locale);
}

/** City of a zone for display: "Berlin" for `Europe/Berlin`. */
export function placeOfZone(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
}
