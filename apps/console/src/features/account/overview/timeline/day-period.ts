import { addDays } from '../../../../lib/format/zoned-time.ts';

/** A period in calendar days, both ends included; null: open. */
export interface DayPeriod {
  readonly first: string | null;
  readonly last: string | null;
}

/** All days. */
export const ALL_DAYS: DayPeriod = { first: null, last: null };

const DEFAULT_DAYS = 60;

/** The last 60 days. */
export const defaultPeriod = (today: string): DayPeriod => ({ first: addDays(today, 1 - DEFAULT_DAYS), last: null });

/** Days from the first one to today, for a period without an end; null for another one. */
export function daysBack({ first, last }: DayPeriod, today: string): number | null {
  return first === null || last !== null ? null : Math.round((Date.parse(today) - Date.parse(first)) / 86_400_000) + 1;
}
