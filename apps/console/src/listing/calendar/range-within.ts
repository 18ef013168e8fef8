import type { FilterValue } from '../filter/filter-value.ts';

const DAY_MS = 86_400_000;

/** From an instant, up to before another one. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The part of a range that a filter of its time allows; null for none. */
export function within(filter: FilterValue | undefined, range: Range, now: number): Range | null {
  if (filter?.kind !== 'instant') return range;
  const allowed = endsOf(filter.range, now);
  const from = allowed.from !== null && allowed.from > range.from ? allowed.from : range.from;
  const to = allowed.to !== null && allowed.to < range.to ? allowed.to : range.to;
  return from < to ? { from, to } : null;
}

function endsOf(range: Extract<FilterValue, { kind: 'instant' }>['range'], now: number) {
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString();
  if ('withinDays' in range) return { from: inDays(-range.withinDays), to: inDays(0) };
  if ('olderThanDays' in range) return { from: null, to: inDays(-range.olderThanDays) };
  if ('nextDays' in range) return { from: inDays(0), to: inDays(range.nextDays) };
  if ('isEmpty' in range) return { from: null, to: range.isEmpty ? '' : null };
  return range;
}
