import { z } from 'zod';
import { canonicalTimezone, isDisputedTimezone } from './timezone.ts';

/**
 * Time zone such as `Europe/Berlin`, whose clock server and database read alike; other names of it are replaced. Breaks
 * the rules `timezone` and `timezone-disputed`.
 */
export const timezone = z
  .string()
  .refine((value) => canonicalTimezone(value) !== null, { error: 'timezone' })
  .overwrite((value) => canonicalTimezone(value) ?? value)
  .refine((value) => !isDisputedTimezone(value), { error: 'timezone-disputed' });
