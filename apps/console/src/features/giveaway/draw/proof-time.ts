import { hoursOf } from '../../../lib/format/dates.ts';
import { dateFormat, formatNumber } from '../../../lib/format/formats.ts';

/** A duration: "0.1 ms", "412 ms", "1.24 s". */
export function tookWords(durationMs: number, locale: string): string {
  const isLong = durationMs >= 1_000;
  return formatNumber(isLong ? durationMs / 1_000 : durationMs, locale, {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    maximumFractionDigits: isLong ? 2 : durationMs < 10 ? 1 : 0,
  });
}

/** A local time of day to the second: "14:32:08". */
export function clockWords(instant: string, locale: string): string {
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...hoursOf(locale),
  }).format(new Date(instant));
}
