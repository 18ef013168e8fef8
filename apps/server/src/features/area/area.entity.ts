import { areaRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { ARCHIVED_FIELD, ARCHIVED_FILTER, ID_KEY, noProblems } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Areas of countries. */
export const area = defineEntity({
  record: areaRecord,
  typeName: 'AreaRecord',
  description: 'A part of a country, as staff maintain it.',
  descriptions: {
    country: 'Countries that they are in, ISO 3166-1 alpha-2.',
  },
  key: ID_KEY,
  shown: ARCHIVED_FIELD,
  searched: CODE_AND_NAMES,
  filters: {
    ...ARCHIVED_FILTER,
    country: { kind: 'CODE', sql: 'r.country_code' },
  },
  sorts: { NAME: NAME_SORT, CODE: CODE_SORT },
  defaultSort: 'NAME',
  usages: { account: 'account a where a.area_id = r.id' },
  references: { countryCode: { table: 'country', key: 'code', isOpen: 'is_active' } },
  position: null,
  problems: noProblems,
  openActions: ({ archivedAt }) => (archivedAt == null ? ['EDIT', 'ARCHIVE'] : ['RESTORE']),
});
