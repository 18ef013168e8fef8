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
import { EntityPage } from '../../crud/entity-page.tsx';
import { EntityState } from '../../crud/entity-state.tsx';
import type { CountryRowFragment } from '../../generated/graphql.ts';
import { LatinCell } from '../../listing/latin-cell.tsx';
import { countryDocuments as documents } from './country.operations.ts';
import { CountryFields, CountryUsage } from './country-fields.tsx';

export const countries = defineEntity({
  noun: 'country',
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
        headerKey: 'country.field.default-timezone',
        width: 216,
        render: ({ defaultTimezone }) => <LatinCell text={defaultTimezone} />,
      },
      { key: 'locale', headerKey: 'country.field.default-locale', width: 128, render: (row) => row.defaultLocale },
      stateColumn(),
      {
        ...numberColumn<CountryRowFragment>({ key: 'minAge', headerKey: 'country.field.min-age' }, (row) => row.minAge),
        width: 144,
      },
      changedColumn(),
    ],
    filters: [{ key: 'isActive', labelKey: 'crud.field.active', shape: 'flag' }],
    sorts: CODE_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  fields: {
    nameI18n: 'crud.field.name',
    currency: 'country.field.currency',
    dialCode: 'country.field.dial-code',
    defaultTimezone: 'country.field.default-timezone',
    defaultLocale: 'country.field.default-locale',
    minAge: 'country.field.min-age',
    isActive: 'crud.field.active',
  },
  rulesOf: () => countryRecord.rules,
  Fields: CountryFields,
  State: EntityState,
  Actions: CountryUsage,
});

/** `/admin/countries`. */
export function CountryListPage() {
  return <EntityPage definition={countries} />;
}
