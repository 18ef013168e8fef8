import { z } from 'zod';
import { CLOCKS, DENSITIES, START_PAGES, WEEK_STARTS } from './limits.ts';
import { timezone } from './timezone.ts';

/**
 * How a person wants the console. Null: as the device, the language or its region has it. `region` (ISO 3166-1) says how dates and numbers are written,
 * whatever the language of the texts. Sizes of a list's rows are those of `density` where nobody has chosen others for that list.
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
/** The language that a person has chosen, by the key of a published one such as `de-DE` or `es-419`. */
export const staffLanguage = z.string().regex(/^[a-z]{2,3}-(?:[A-Z]{2}|\d{3})$/);

/** Settings of a person, as the server keeps them. */
export type StaffSettings = z.infer<typeof staffSettings>;
