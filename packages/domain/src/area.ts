import { z } from 'zod';
import { defineRecord } from './record.ts';
import { ACTIVE_FIELD, CODE_FIELD, COUNTRY_FIELD, nameField, TIMEZONE_FIELD } from './record-fields.ts';

/** Area of a country: the fields that people enter. Active unless `isActive` says otherwise. */
export const areaRecord = defineRecord('area', {
  countryCode: { ...COUNTRY_FIELD, isFixed: true, example: 'DE' },
  code: {
    ...CODE_FIELD,
    rule: z.string().regex(/^[A-Z0-9-]{2,24}$/, { error: 'area-code' }),
    example: 'DE-BE',
  },
  nameI18n: { ...nameField(120), example: 'Berlin' },
  timezone: { ...TIMEZONE_FIELD, example: 'Europe/Berlin' },
  isActive: {
    ...ACTIVE_FIELD,
    description: 'Whether accounts and stores may choose it.',
    rule: ACTIVE_FIELD.rule.optional(),
  },
});
