import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { localeTag } from './localized-text.ts';
import { defineRecord } from './record.ts';
import { timezone } from './timezone.ts';

/** An account: what people enter about it. Texts are trimmed, empty becomes null. */
export const accountRecord = defineRecord('account', {
  displayName: {
    rule: z.string().trim().min(1).max(LIMITS.displayNameMaxLength).nullable(),
    isPersonal: true,
    example: 'Ada Stone',
  },
  email: {
    rule: z.email({ error: 'email' }).max(LIMITS.emailMaxLength).nullable(),
    isPersonal: true,
    permission: 'account.read-contact',
    example: 'ada.stone@example.org',
  },
  phone: {
    rule: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
      .nullable(),
    isPersonal: true,
    permission: 'account.read-contact',
    example: '+4930123456',
  },
  countryCode: { rule: z.string().regex(/^[A-Z]{2}$/), example: 'DE' },
  areaId: { rule: z.uuid().nullable() },
  locale: { rule: localeTag, example: 'de-DE' },
  timezone: { rule: timezone, example: 'Europe/Berlin' },
  birthDate: { rule: z.iso.date({ error: 'date' }).nullable(), isPersonal: true, example: '1990-12-31' },
  pushConsent: { rule: z.boolean(), isFilter: true, example: 'no' },
});

/** What staff change on an account. */
export type AccountPatch = z.infer<typeof accountRecord.patch>;

/** A reason that will be kept in the audit trail. */
export const reason = z.string().trim().min(1).max(LIMITS.reasonMaxLength);
