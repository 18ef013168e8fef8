import { dateFormat } from './formats.ts';

/** Wall clock times of named zones, without a date library: people use the time of a place, the server instants. */

const DAY_MS = 86_400_000;

const clockOf = (timeZone: string) =>
  dateFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });

/** The wall clock time of a zone at an instant, encoded as UTC. */
function shownAt(instant: number, timeZone: string): number {
  const parts = new Map(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const seconds = Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute'), get('second'));
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return seconds + milliseconds;
}

/**
 * The wall clock time of a zone at an instant: `YYYY-MM-DDTHH:mm`, with `:ss` or `:ss.SSS` unless it is a whole minute,
 * so that it can be converted back exactly.
 */
export function wallTimeOf(instant: string, timeZone: string): string {
  const text = new Date(shownAt(Date.parse(instant), timeZone)).toISOString().slice(0, -1);
  return text.replace(/\.000$/, '').replace(/:00$/, '');
}

/**
 * The instant of a zone's wall clock time (`YYYY-MM-DDTHH:mm…`). A time skipped by a clock change is moved forward by
 * the same amount; of a time that occurs twice, the first is used.
 */
export function instantOf(wallTime: string, timeZone: string): string {
  const wanted = Date.parse(`${wallTime}${wallTime.length === 16 ? ':00' : ''}Z`);
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((near) => shownAt(near, timeZone) - near);
  const candidates = offsets.map((offset) => wanted - offset).filter((each) => shownAt(each, timeZone) === wanted);
  const instant = candidates.length > 0 ? Math.min(...candidates) : wanted - (offsets[0] ?? 0);
  return new Date(instant).toISOString();
}

/** The day some days later or earlier, by calendar. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
