import { z } from 'zod';
import { canonicalTimezone, isDisputedTimezone } from './timezone.ts';

/** Time zone in which a person reads times. Other names of a zone are replaced. Breaks rule `timezone`. */
export const shownTimezone = z
  .string()
  .refine((value) => canonicalTimezone(value) !== null, { error: 'timezone' })
  .overwrite((value) => canonicalTimezone(value) ?? value);

/** Time zone of a record, such as `Europe/Berlin`: server and database read the same clock. Also breaks rule `timezone-disputed`. */
export const timezone = shownTimezone.refine((value) => !isDisputedTimezone(value), { error: 'timezone-disputed' });
