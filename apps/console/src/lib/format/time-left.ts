import { formatNumber } from './formats.ts';
/** Whole hours, days from two of them on, minutes below one hour: "7 hr", "3 days", "1 min". */
export function timeLeftWords(hours: number, locale: string): string {
  const [value, unit] =
    hours >= 48
      ? ([hours / 24, 'day'] as const)
      : hours >= 1
        ? ([hours, 'hour'] as const)
        : ([hours * 60, 'minute'] as const);
  return formatNumber(Math.max(1, Math.floor(value)), locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'day' ? 'long' : 'short',
    maximumFractionDigits: 0,
  });
}
