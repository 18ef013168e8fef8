/** Calendar days in a named zone, without a date library: filters speak in days, the server in instants. */

const DAY_MS = 86_400_000;

interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function wallClock(instant: Date, timeZone: string): Wall {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formatters.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return { year: get('year'), month: get('month'), day: get('day'), hour: get('hour'), minute: get('minute') };
}

/** The instant at which a day (`YYYY-MM-DD`) begins in a zone; where a clock change skips midnight, the first moment that exists. */
export function startOfDay(day: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T00:00:00.000Z`);
  let guess = wanted;
  // Two rounds settle every offset; a third is needed where the first lands beyond a change of the clock.
  for (let round = 0; round < 3; round++) {
    const wall = wallClock(new Date(guess), timeZone);
    const offset =
      Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute) - Math.floor(guess / 60_000) * 60_000;
    const next = wanted - offset;
    if (next === guess) break;
    guess = next;
  }
  if (dayOf(new Date(guess).toISOString(), timeZone) < day) guess += 3_600_000;
  return new Date(guess).toISOString();
}

/** The day (`YYYY-MM-DD`) on which an instant falls in a zone. */
export function dayOf(instant: string, timeZone: string): string {
  const wall = wallClock(new Date(instant), timeZone);
  return `${String(wall.year).padStart(4, '0')}-${pad(wall.month)}-${pad(wall.day)}`;
}

/** The day after or before, by calendar. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}

/** A window of whole days, both ends included, as the half-open window of instants that the server takes. */
export function daysToWindow(first: string | null, last: string | null, timeZone: string) {
  return {
    from: first === null ? null : startOfDay(first, timeZone),
    to: last === null ? null : startOfDay(addDays(last, 1), timeZone),
  };
}

/** The other way; null where an end is not the beginning of a day in this zone (a colleague elsewhere made the link). */
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

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
