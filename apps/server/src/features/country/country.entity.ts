import { countryFields } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { noProblems } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Countries of ISO 3166-1: all of them are there, so none is made or archived; those without business are not active. */
export const country = defineEntity({
  noun: 'country',
  typeName: 'CountryRecord',
  description: 'A country of ISO 3166-1, as staff maintain it.',
  descriptions: {
    isActive: 'Whether there is business in it.',
    currency: 'Currency, ISO 4217.',
    dialCode: 'Dialing code without the plus sign, such as `49`; null: none.',
    defaultTimezone: 'Time zone of new records, such as `Europe/Berlin`.',
    defaultLocale: 'Language of new records, such as `de-DE`.',
    minAge: 'Smallest age in years that giveaways in the country may ask for.',
  },
  permissions: { read: 'country.read', edit: 'country.edit' },
  key: { column: 'code', cast: 'text' },
  fields: countryFields,
  fixed: [],
  shown: { code: 'r.code' },
  searched: CODE_AND_NAMES,
  filters: {
    isActive: { kind: 'BOOLEAN', sql: 'r.is_active' },
    currency: { kind: 'CODE', sql: 'r.currency' },
  },
  sorts: { NAME: NAME_SORT, CODE: CODE_SORT },
  defaultSort: 'NAME',
  usages: {
    account: 'account a where a.country_code = r.code',
    area: 'area a where a.country_code = r.code and a.archived_at is null',
  },
  references: {},
  position: null,
  problems: noProblems,
  openActions: () => ['EDIT'],
});
