import { z } from 'zod';
import { localizedText } from './values/localized-text.ts';
import { referenceCode } from './values/reference-code.ts';
import { timezone } from './values/timezone-rule.ts';

/** Fields that many records share; a record adds its own properties, such as an example. */

/** Permanent short name for other programs. */
export const CODE_FIELD = {
  kind: 'TEXT',
  description: 'Name for machines: never changes, unique.',
  rule: referenceCode,
  isFixed: true,
} as const;

/** Name in each language. */
export function nameField(maxLength: number) {
  return { kind: 'LOCALIZED_TEXT', description: 'Name, by language.', rule: localizedText(maxLength) } as const;
}

/** Description in each language. */
export function descriptionField(maxLength: number) {
  return { kind: 'LOCALIZED_TEXT', description: 'Description, by language.', rule: localizedText(maxLength) } as const;
}

/** Id of a category. */
export const CATEGORY_FIELD = { kind: 'ID', description: 'Id of its category.', rule: z.uuid() } as const;

/** Code of a country that is in use. Breaks rule `unknown`. */
export const COUNTRY_FIELD = {
  kind: 'TEXT',
  description: 'Country, ISO 3166-1 alpha-2.',
  rule: z.string().regex(/^[A-Z]{2}$/, { error: 'unknown' }),
} as const;

/** Time zone. */
export const TIMEZONE_FIELD = {
  kind: 'TEXT',
  description: 'Time zone, such as `Europe/Berlin`.',
  rule: timezone,
} as const;

/** Whether pickers offer the record. */
export const ACTIVE_FIELD = { kind: 'BOOLEAN', rule: z.boolean(), isFilter: true, example: 'yes' } as const;
