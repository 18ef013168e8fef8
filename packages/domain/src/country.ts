import { z } from 'zod';
import { defineRecord } from './record.ts';
import { ACTIVE_FIELD, nameField, TIMEZONE_FIELD } from './record-fields.ts';
import { localeTag } from './values/localized-text.ts';

/** Country: the fields that people enter. Its code (ISO 3166-1) is preset and never changes. */
export const countryRecord = defineRecord('country', {
  nameI18n: { ...nameField(80), example: 'Germany' },
  currency: {
    kind: 'TEXT',
    description: 'Currency, ISO 4217.',
    rule: z.string().regex(/^[A-Z]{3}$/, { error: 'currency' }),
    example: 'EUR',
  },
  dialCode: {
    kind: 'TEXT',
    description: 'Dialing code without the plus sign, such as `49`; null: none.',
    rule: z
      .string()
      .regex(/^[1-9]\d{0,6}$/, { error: 'dial-code' })
      .nullable(),
    example: '49',
  },
  defaultTimezone: {
    ...TIMEZONE_FIELD,
    description: 'Time zone of new records, such as `Europe/Berlin`.',
    example: 'Europe/Berlin',
  },
  defaultLocale: {
    kind: 'TEXT',
    description: 'Language of new records, such as `de-DE`.',
    rule: localeTag,
    example: 'de-DE',
  },
  minAge: {
    kind: 'INT',
    description: 'Lowest minimum age in years for giveaways in the country.',
    rule: z.int().min(0).max(21),
    example: '18',
  },
  isActive: { ...ACTIVE_FIELD, description: 'Whether the company does business in it.' },
});
