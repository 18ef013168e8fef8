/** Calendar days in a named zone: filters use days, the server instants. */

import { addDays, instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';

/** The instant at which a day (`YYYY-MM-DD`) begins in a zone; where a clock change skips midnight, the first moment that exists. */
export function startOfDay(day: string, timeZone: string): string {
  return instantOf(`${day}T00:00`, timeZone);
}

/** The day (`YYYY-MM-DD`) of an instant in a zone. */
export function dayOf(instant: string, timeZone: string): string {
  return wallTimeOf(instant, timeZone).slice(0, 10);
}

/** Converts whole days, both ends included, to the half-open interval of instants that the server takes. */
export function daysToWindow(first: string | null, last: string | null, timeZone: string) {
  return {
    from: first === null ? null : startOfDay(first, timeZone),
    to: last === null ? null : startOfDay(addDays(last, 1), timeZone),
  };
}

/** The inverse; null where an end is not the start of a day in this zone (the link was made in another one). */
export function windowToDays(
  window: { readonly from: string | null; readonly to: string | null },
  timeZone: string,
): { readonly first: string | null; readonly last: string | null } | null {
  const first = window.from === null ? null : dayOf(window.from, timeZone);
  const end = window.to === null ? null : dayOf(window.to, timeZone);
  const last = end === null ? null : addDays(end, -1);
  const back = daysToWindow(first, last, timeZone);
  return back.from === window.from && back.to === window.to ? { first, last } : null;
}
