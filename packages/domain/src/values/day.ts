import { z } from 'zod';

/** The zone whose days begin first is 14 hours ahead of UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/** A calendar day from `first` to `last`. Breaks rules `date` and `range`. */
export function dayBetween(first: string, last: string) {
  return z.iso.date({ error: 'date' }).refine((day) => day >= first && day <= last, { error: 'range' });
}

/** A day of birth: not before 1900, and begun somewhere on earth. Breaks rules `date`, `range` and `past`. */
export const birthDay = dayBetween('1900-01-01', '9999-12-31').refine(
  (day) => Date.parse(day) <= Date.now() + FIRST_ZONE_MS,
  { error: 'past' },
);
