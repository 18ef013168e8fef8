import type { InstantRange, RelativeRange } from '../filter/filter-value.ts';

const DAY_MS = 86_400_000;

/** Whole days between two instants in ms; null if they are less than half a day apart, or in the other order. */
function daysBetween(earlier: number, later: number): number | null {
  const days = Math.round((later - earlier) / DAY_MS);
  return days >= 1 ? days : null;
}

/**
 * The relative time that a fixed one was when its view was saved: "since 1 October", saved on the 31st, is the last 30
 * days. Null for a view of today, and for a period that did not begin or end then.
 */
export function relativeWhenSaved(range: InstantRange, savedAt: string, now: Date): RelativeRange | null {
  if (!('from' in range)) return null;
  const saved = Date.parse(savedAt);
  if (daysBetween(saved, now.getTime()) === null) return null;
  const [from, to] = [range.from, range.to].map((end) => (end === null ? null : Date.parse(end)));
  const isNow = (at: number) => Math.abs(at - saved) <= DAY_MS;
  if (from != null && (to == null || isNow(to))) {
    const days = daysBetween(from, saved);
    return days === null ? null : { withinDays: days };
  }
  if (from == null && to != null) {
    const days = daysBetween(to, saved);
    return days === null ? null : { olderThanDays: days };
  }
  if (from != null && to != null && isNow(from)) {
    const days = daysBetween(saved, to);
    return days === null ? null : { nextDays: days };
  }
  return null;
}
