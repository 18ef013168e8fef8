// Written by apps/console/record-fragments.ts.
import type { RecordField } from '@backcounter/domain';

/** Traits of an entered field, without the rule that only forms load. */
export type ShownField = Omit<RecordField, 'rule' | 'description' | 'example' | 'isPersonal'>;
/** The entered fields of a record. */
export type ShownFields = Readonly<Record<string, ShownField>>;

/** Entered fields of `Account`. */
export const accountFields = {
  displayName: { kind: 'TEXT', group: 'person' },
  email: { kind: 'TEXT', group: 'contact', isColumn: true, permission: 'account.read-contact' },
  phone: { kind: 'TEXT', group: 'contact', isColumn: true, permission: 'account.read-contact' },
  countryCode: { kind: 'TEXT', group: 'place', shownAs: 'country', isBulk: true },
  areaId: { kind: 'ID', group: 'place', shownAs: 'area', isBulk: true },
  locale: { kind: 'TEXT', group: 'place', isColumn: true, isBulk: true },
  timezone: { kind: 'TEXT', group: 'place', isBulk: true },
  birthDate: { kind: 'DATE', group: 'person' },
  pushConsent: { kind: 'BOOLEAN', group: 'push', isColumn: true, isFilter: true },
} as const satisfies ShownFields;
