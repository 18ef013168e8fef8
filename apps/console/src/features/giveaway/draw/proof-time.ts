import { hoursOf } from '../../../lib/format/dates.ts';
import { wallTimeOf } from '../../../lib/format/zoned-time.ts';

/** An instant to the second in a giveaway's zone, with the year only if it is not this year: "20 Nov 20:10:01". */
export function proofTime(instant: string, timeZone: string, locale: string): string {
  const isThisYear = wallTimeOf(instant, timeZone).slice(0, 4) === String(new Date().getFullYear());
  return new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...hoursOf(locale),
  }).format(new Date(instant));
}

/** A duration: "0.1 ms", "412 ms", "1.24 s". */
export function tookWords(durationMs: number, locale: string): string {
  const isLong = durationMs >= 1_000;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumFractionDigits: isLong ? 2 : durationMs < 10 ? 1 : 0,
  }).format(isLong ? durationMs / 1_000 : durationMs);
}

/** A local time of day to the second: "14:32:08". */
export function clockWords(instant: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...hoursOf(locale),
  }).format(new Date(instant));
}
