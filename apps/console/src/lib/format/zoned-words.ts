import { hoursOf } from './dates.ts';
import { wallTimeOf } from './zoned-time.ts';

const HALF_A_YEAR_MS = 183 * 86_400_000;

/** An instant in a zone, with the year only if it is not the current one: "30 Nov 23:59", "14 Mar 2027 10:00". */
export function zonedWords(instant: string, timeZone: string, locale: string): string {
  const isThisYear = wallTimeOf(instant, timeZone).slice(0, 4) === String(new Date().getFullYear());
  return words(instant, timeZone, locale, { ...(isThisYear ? {} : YEAR), ...TIME, ...hoursOf(locale) });
}

/** The day of an instant in a zone, with the year only if it is more than half a year away: "30 Nov", "14 Mar 2028". */
export function dayWords(instant: string, timeZone: string, locale: string): string {
  const isNear = Math.abs(Date.parse(instant) - Date.now()) < HALF_A_YEAR_MS;
  return words(instant, timeZone, locale, isNear ? {} : YEAR);
}

const YEAR: Intl.DateTimeFormatOptions = { year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

const words = (instant: string, timeZone: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', ...options }).format(new Date(instant));

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
