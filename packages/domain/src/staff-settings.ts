import { z } from 'zod';
import { CLOCKS, DENSITIES, START_PAGES, WEEK_STARTS } from './values/limits.ts';
import { timezone } from './values/timezone-rule.ts';

/**
 * A person's settings of the console. Null: follow the device, the language or its region. `region` (ISO 3166-1)
 * determines how dates and numbers are written, whatever the language of the texts. Lists use the row height of
 * `density` unless one was chosen for the list.
 */
export const staffSettings = z.strictObject({
  timeZone: timezone.nullable(),
  region: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable(),
  clock: z.enum(CLOCKS).nullable(),
  hasLatinDigits: z.boolean(),
  weekStart: z.literal(WEEK_STARTS).nullable(),
  density: z.enum(DENSITIES),
  startPage: z.enum(START_PAGES),
});
/** A person's chosen language, by the key of a published one such as `de-DE` or `es-419`. */
export const staffLanguage = z.string().regex(/^[a-z]{2,3}-(?:[A-Z]{2}|\d{3})$/);

/** A person's settings, as stored on the server. */
export type StaffSettings = z.infer<typeof staffSettings>;
