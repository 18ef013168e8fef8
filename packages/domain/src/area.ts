import { z } from 'zod';
import { localizedText } from './localized-text.ts';
import { timezone } from './timezone.ts';

/** Field rules of an area of a country; without `isActive` it is active. */
export const areaFields = z.strictObject({
  countryCode: z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }),
  code: z.string().regex(/^[A-Z0-9-]{2,24}$/, { error: 'area-code' }),
  nameI18n: localizedText(120),
  timezone,
  isActive: z.boolean().optional(),
});
