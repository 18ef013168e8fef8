import { addDays, instantOf, wallTimeOf } from '../format/zoned-time.ts';
import { endOfMonth } from './calendar-month.ts';
import type { TypedKind } from './typed-time.ts';

const HOUR_MS = 3_600_000;
const EVENING = '20:00';

/** A frequent value. */
export interface Preset {
  readonly name: 'today' | 'tomorrow' | 'in-a-week' | 'end-of-month' | 'in-an-hour' | 'tonight' | 'tomorrow-morning';
  readonly value: string;
}

/** Frequent values of a field, as seen from an instant in a zone. */
export function presetsOf(kind: TypedKind, isAhead: boolean, now: Date, timeZone: string): readonly Preset[] {
  if (kind === 'time') return [];
  const wall = wallTimeOf(now.toISOString(), timeZone);
  const today = wall.slice(0, 10);
  if (kind === 'date')
    return [
      { name: 'today', value: today },
      ...(isAhead
        ? ([
            { name: 'tomorrow', value: addDays(today, 1) },
            { name: 'in-a-week', value: addDays(today, 7) },
            { name: 'end-of-month', value: endOfMonth(today) },
          ] as const)
        : []),
    ];
  const inHours = (hours: number) =>
    wallTimeOf(new Date(now.getTime() + hours * HOUR_MS).toISOString(), timeZone).slice(0, 16);
  // A time that occurs twice means the first, which is over if the second is an hour ahead.
  const hourLater = Date.parse(instantOf(inHours(1), timeZone)) > now.getTime() ? inHours(1) : inHours(2);
  return [
    { name: 'in-an-hour', value: hourLater },
    ...(hourLater < `${today}T${EVENING}` ? ([{ name: 'tonight', value: `${today}T${EVENING}` }] as const) : []),
    { name: 'tomorrow-morning', value: `${addDays(today, 1)}T09:00` },
    { name: 'end-of-month', value: `${endOfMonth(today)}T23:59` },
  ];
}
