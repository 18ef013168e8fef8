import type { FilterValue, InstantRange } from '../../listing/filter/filter-value.ts';
import { startOfDay } from '../../listing/filter/zoned-day.ts';

/** Time spans of the chart, in days. */
export const CHART_SPANS = [30, 90, 365] as const;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A time with both ends. */
export interface PointsPeriod {
  readonly from: string;
  readonly to: string;
}

/** The range of the time filter; null: all times. */
export function rangeOf(value: FilterValue | undefined): InstantRange | null {
  return value?.kind === 'instant' && !('isEmpty' in value.range) ? value.range : null;
}

/**
 * Both ends of a range; open ends are the start of the wallet and a moment after now, so that a clock that is slightly
 * slow excludes nothing. Null if the range is empty.
 */
export function periodOf(range: InstantRange | null, begin: string, now: Date): PointsPeriod | null {
  const end = new Date(now.getTime() + MINUTE_MS).toISOString();
  if (range === null || 'isEmpty' in range) return ordered(begin, end);
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  if ('withinDays' in range) return ordered(at(-range.withinDays), end);
  if ('olderThanDays' in range) return ordered(begin, at(-range.olderThanDays));
  if ('nextDays' in range) return ordered(at(0), at(range.nextDays));
  return ordered(range.from ?? begin, range.to ?? end);
}

/** In whole minutes, as in URLs: a link to the entries of a period means the same entries. */
function ordered(from: string, to: string): PointsPeriod | null {
  const [first, last] = [from, to].map((end) => Math.floor(Date.parse(end) / MINUTE_MS) * MINUTE_MS) as [
    number,
    number,
  ];
  return first < last ? { from: new Date(first).toISOString(), to: new Date(last).toISOString() } : null;
}

/** The intersection of two periods. */
export function within(period: PointsPeriod, other: PointsPeriod): PointsPeriod {
  const later = (a: string, b: string) => (Date.parse(a) > Date.parse(b) ? a : b);
  const earlier = (a: string, b: string) => (Date.parse(a) < Date.parse(b) ? a : b);
  return { from: later(period.from, other.from), to: earlier(period.to, other.to) };
}

/** Start and end of a month or year, given by its first day, in a zone. */
export function spanWindow(first: string, unit: 'month' | 'year', timeZone: string): PointsPeriod {
  const [year = 0, number = 1] = first.split('-').map(Number);
  const next = new Date(Date.UTC(unit === 'year' ? year + 1 : year, unit === 'year' ? 0 : number, 1));
  return { from: startOfDay(first, timeZone), to: startOfDay(next.toISOString().slice(0, 10), timeZone) };
}
