import { z } from 'zod';
import { defineRecord } from './record.ts';
import { CATEGORY_FIELD, CODE_FIELD, descriptionField, nameField } from './record-fields.ts';

/** A service topic ignores the caps and quiet hours of marketing. */
export const TOPIC_KINDS = ['MARKETING', 'SERVICE'] as const;

/** Topic: the fields that people enter. Without `defaultSubscribed`, accounts have to opt in. */
export const topicRecord = defineRecord('topic', {
  categoryId: { ...CATEGORY_FIELD, example: 'offers' },
  code: { ...CODE_FIELD, example: 'weekly-offers' },
  nameI18n: { ...nameField(60), example: 'Weekly offers' },
  descriptionI18n: { ...descriptionField(200), example: 'News every Monday' },
  kind: {
    kind: 'ENUM',
    description: 'Kind of its notifications.',
    rule: z.enum(TOPIC_KINDS),
    values: {
      MARKETING: 'Advertising: only subscribers get it, within caps and outside quiet hours.',
      SERVICE: 'News of the account, such as its points; no caps and no quiet hours.',
    },
    isFilter: true,
    example: 'MARKETING',
  },
  defaultSubscribed: {
    kind: 'BOOLEAN',
    description: 'Whether accounts are subscribed unless they say otherwise.',
    rule: z.boolean().optional(),
    isFilter: true,
    example: 'no',
  },
});
