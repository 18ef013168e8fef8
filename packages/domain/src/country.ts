import { z } from 'zod';
import { localeTag, localizedText } from './localized-text.ts';
import { timezone } from './timezone.ts';

/** Field rules of a country. Its code is given (ISO 3166-1) and never changes. */
export const countryFields = z.strictObject({
  nameI18n: localizedText(80),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'currency' }),
  dialCode: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'dial-code' })
    .nullable(),
  defaultTimezone: timezone,
  defaultLocale: localeTag,
  minAge: z.int().min(0).max(21),
  isActive: z.boolean(),
});
