import { hoursOf } from './dates.ts';
import { wallTimeOf } from './zoned-time.ts';

/** An instant in a zone, with the year only if it is not the current one: "30 Nov 23:59", "14 Mar 2027". */
export function zonedWords(instant: string, timeZone: string, locale: string, hasTime = true): string {
  const isThisYear = wallTimeOf(instant, timeZone).slice(0, 4) === String(new Date().getFullYear());
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    ...(hasTime ? { hour: '2-digit', minute: '2-digit', ...hoursOf(locale) } : {}),
  }).format(new Date(instant));
}

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
