import { z } from 'zod';
import { defineRecord } from './record.ts';
import { COUNTRY_FIELD, TIMEZONE_FIELD } from './record-fields.ts';
import { dayBetween } from './values/day.ts';
import type { FieldProblems } from './values/errors.ts';
import { LIMITS } from './values/limits.ts';

/** Limits of a store's texts. */
export const STORE_LIMITS = {
  sidMaxLength: 12,
  nameMaxLength: 120,
  addressMaxLength: 200,
  cityMaxLength: 120,
  postalCodeMaxLength: 16,
  /** People in a store who are listed by name. */
  visitorsMax: 100,
  /** Sids per request for names. */
  namesMax: 200,
} as const;

/** Permanent name of a store in presence entries and at checkout. Breaks rule `store-sid`. */
export const storeSid = z.string().regex(/^[A-Z0-9]{6,12}$/, { error: 'store-sid' });

const text = (max: number) => z.string().trim().min(1).max(max).nullable().optional();

/** Store: the fields that people enter. The opening day is in the store's time zone. */
export const storeRecord = defineRecord('store', {
  sid: {
    kind: 'TEXT',
    description:
      'Name of the store at checkout and in presence: 6 to 12 capital letters or digits, unique, never changes.',
    rule: storeSid,
    isFixed: true,
    example: 'LISCHI01',
  },
  name: {
    kind: 'TEXT',
    description: 'Display name.',
    rule: z.string().trim().min(1).max(STORE_LIMITS.nameMaxLength),
    example: 'Chiado',
  },
  countryCode: { ...COUNTRY_FIELD, example: 'PT' },
  areaId: { kind: 'ID', description: 'Id of its area.', rule: z.uuid(), example: 'PT-11' },
  timezone: {
    ...TIMEZONE_FIELD,
    description: 'Time zone, such as `Europe/Berlin`; defaults to that of the area.',
    rule: TIMEZONE_FIELD.rule.optional(),
    example: 'Europe/Lisbon',
  },
  addressLine: {
    kind: 'TEXT',
    description: 'Street and number; null: unknown.',
    rule: text(STORE_LIMITS.addressMaxLength),
    example: 'Rua Garrett 42',
  },
  city: {
    kind: 'TEXT',
    description: 'City; null: unknown.',
    rule: text(STORE_LIMITS.cityMaxLength),
    example: 'Lisboa',
  },
  postalCode: {
    kind: 'TEXT',
    description: 'Postal code; null: unknown.',
    rule: text(STORE_LIMITS.postalCodeMaxLength),
    example: '1200-204',
  },
  contactEmail: {
    kind: 'TEXT',
    description: 'Email address of the store; null: unknown.',
    rule: z.email({ error: 'email' }).max(LIMITS.emailMaxLength).nullable().optional(),
    example: 'chiado@example.org',
  },
  contactPhone: {
    kind: 'TEXT',
    description: 'Phone number of the store in E.164, such as `+493012345678`; null: unknown.',
    rule: z
      .string()
      .regex(/^\+[1-9]\d{6,14}$/, { error: 'phone-e164' })
      .nullable()
      .optional(),
    example: '+351213456789',
  },
  openedOn: {
    kind: 'DATE',
    description: 'Day on which it opened, in its time zone; null until then.',
    rule: dayBetween('1800-01-01', '2100-01-01').nullable().optional(),
    example: '2019-05-04',
  },
});

/** Problems between the fields of a store: one that is no draft has an opening day. */
export function storeProblems({
  state,
  openedOn,
}: {
  readonly state?: unknown;
  readonly openedOn?: unknown;
}): FieldProblems {
  const isDraft = state === undefined || state === 'DRAFT';
  return isDraft || openedOn != null ? {} : { openedOn: [{ rule: 'required' }] };
}
