import { formatList, formatNumber } from './formats.ts';

/** A duration in its two largest units: "4 s", "2 min 10 s", "1 h 5 min". */
export function durationWords(milliseconds: number, { locale }: { readonly locale: string }): string {
  // Less than a second is not shown as 0.
  const seconds =
    milliseconds > 0 && milliseconds < 1000
      ? Math.max(1, Math.round(milliseconds / 100)) / 10
      : Math.round(milliseconds / 1000);
  const units = [
    { unit: 'hour', value: Math.floor(seconds / 3600) },
    { unit: 'minute', value: Math.floor((seconds % 3600) / 60) },
    { unit: 'second', value: seconds % 60 },
  ] as const;
  const first = units.findIndex(({ value }) => value > 0);
  const shown = first === -1 ? units.slice(2) : units.slice(first, first + 2).filter(({ value }) => value > 0);
  const parts = shown.map(({ unit, value }) =>
    formatNumber(value, locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }),
  );
  return formatList(parts, locale, 'unit', 'narrow');
}

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

/** "3 days" */
export const formatUnit = (
  value: number,
  unit: string,
  locale: string,
  unitDisplay: 'long' | 'short' = 'long',
): string => formatNumber(value, locale, { style: 'unit', unit, unitDisplay });
