import { defineRecord } from './record.ts';
import { CODE_FIELD, nameField } from './record-fields.ts';
import type { PlainNoun } from './reference-data.ts';

/** The fields of a plain entity that people enter. */
export function plainRecord<Noun extends PlainNoun>(noun: Noun) {
  return defineRecord(noun, {
    code: { ...CODE_FIELD, example: 'offers' },
    nameI18n: { ...nameField(60), example: 'Offers' },
  });
}
