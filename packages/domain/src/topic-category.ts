import { defineRecord } from './record.ts';
import { CODE_FIELD, nameField } from './record-fields.ts';

/** A topic category: what people enter about it. */
export const topicCategoryRecord = defineRecord('topic-category', {
  code: { ...CODE_FIELD, example: 'offers' },
  nameI18n: { ...nameField(60), example: 'Offers' },
});
