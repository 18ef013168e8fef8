import { countryRecord } from '@backcounter/domain';
import { defineEntity } from '../../crud/entity.ts';
import { noProblems } from '../../crud/entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from '../../crud/entity-list.ts';

/** Countries of ISO 3166-1. All of them exist, so none is created or archived; those without business are inactive. */
export const country = defineEntity({
  record: countryRecord,
  typeName: 'CountryRecord',
  description: 'A country of ISO 3166-1, as staff maintain it.',
  key: { column: 'code', cast: 'text' },
  shown: { code: 'r.code' },
  searched: CODE_AND_NAMES,
  filters: {
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
