import { countryRecord } from '@backcounter/domain';
import {
  CODE_SORTS,
  changedColumn,
  entityCodeColumn,
  entityNameColumn,
  numberColumn,
  phoneRow,
  stateColumn,
} from '../../crud/entity-columns.tsx';
import { defineEntity } from '../../crud/entity-definition.ts';
import { entityLabels } from '../../crud/entity-labels.ts';
import { EntityState } from '../../crud/entity-state.tsx';
import type { CountryRowFragment } from '../../generated/graphql.ts';
import { LatinCell } from '../../listing/columns/latin-cell.tsx';
import { CountryFields, CountryUsage } from './country-fields.tsx';
import { countryDocuments as documents } from './country-record.operations.ts';

/** `/admin/countries`. */
export const countries = defineEntity({
  record: countryRecord,
  path: '/admin/countries',
  list: {
    name: 'countries',
    capability: 'COUNTRIES',
    titleKey: 'shell.page.countries',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'country.place.none',
    columns: [
      entityNameColumn(),
      entityCodeColumn(),
      { key: 'currency', headerKey: 'country.field.currency', width: 96, render: ({ currency }) => currency },
      {
        key: 'timezone',
        headerKey: 'country.field.defaultTimezone',
        width: 216,
        render: ({ defaultTimezone }) => <LatinCell text={defaultTimezone} />,
      },
      { key: 'locale', headerKey: 'country.field.defaultLocale', width: 128, render: (row) => row.defaultLocale },
      stateColumn(),
      {
        ...numberColumn<CountryRowFragment>({ key: 'minAge', headerKey: 'country.field.minAge' }, (row) => row.minAge),
        width: 144,
      },
      changedColumn(),
    ],
    filters: [],
    sorts: CODE_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: entityLabels(countryRecord, (field) => `country.field.${field}`),
  Fields: CountryFields,
  drawn: ['nameI18n', 'currency', 'dialCode', 'defaultTimezone', 'defaultLocale', 'minAge', 'isActive'],
  State: EntityState,
  Actions: CountryUsage,
});
