import { defineRecord } from './record.ts';
import { CODE_FIELD, nameField } from './record-fields.ts';

/** Badge category: the fields that people enter. */
export const badgeCategoryRecord = defineRecord('badge-category', {
  code: { ...CODE_FIELD, example: 'offers' },
  nameI18n: { ...nameField(60), example: 'Offers' },
});
