import { addDays } from '../../../lib/format/zoned-time.ts';

/** Periods of the menu in days; the first is the default. */
export const LAST_DAYS = [30, 7, 90] as const;

/** Longest period that the API accepts, in days. */
export const PERIOD_MAX_DAYS = 366;

/** A chosen period, in days of the figures' time zone. */
export type DashboardPeriod =
  | { readonly kind: 'last'; readonly days: (typeof LAST_DAYS)[number] }
  | { readonly kind: 'this-month' }
  | { readonly kind: 'days'; readonly first: string; readonly last: string };

export const DEFAULT_PERIOD: DashboardPeriod = { kind: 'last', days: 30 };

/** First and last day, both included (`YYYY-MM-DD`). */
export interface DaysOfPeriod {
  readonly from: string;
  readonly to: string;
}

/** Number of days, both ends included. */
export function countDays({ from, to }: DaysOfPeriod): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

/** The last `count` days, ending today. */
export function lastDays(count: number, today: string): DaysOfPeriod {
  return { from: addDays(today, 1 - count), to: today };
}

/** The days of a period up to today; null for a period in the future. */
export function daysOf(period: DashboardPeriod, today: string): DaysOfPeriod | null {
  switch (period.kind) {
    case 'last':
      return lastDays(period.days, today);
    case 'this-month':
      return { from: `${today.slice(0, 8)}01`, to: today };
    case 'days':
      if (period.first > today) return null;
      return { from: period.first, to: period.last < today ? period.last : today };
  }
}
