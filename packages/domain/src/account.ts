import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { localeTag } from './localized-text.ts';
import { timezone } from './timezone.ts';

/** Field rules of an account; forms, the API and imports use the same ones. Texts are trimmed, empty becomes null. */
export const accountFields = {
  displayName: z.string().trim().min(1).max(LIMITS.displayNameMaxLength).nullable(),
  email: z.email().max(LIMITS.emailMaxLength).nullable(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
    .nullable(),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  areaId: z.uuid().nullable(),
  locale: localeTag,
  timezone,
  birthDate: z.iso.date().nullable(),
  pushConsent: z.boolean(),
} as const;

/** What staff may change on an account; every field is optional, unknown ones are refused. */
export const accountPatch = z.strictObject(accountFields).partial();
export type AccountPatch = z.infer<typeof accountPatch>;

/** A reason that will be kept in the audit trail. */
export const reason = z.string().trim().min(1).max(LIMITS.reasonMaxLength);
