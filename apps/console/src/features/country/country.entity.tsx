import { countryRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { CountryRowFragment } from '../../generated/graphql.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import { figureColumn } from '../../listing/columns/column-kinds.tsx';
import { LatinCell } from '../../listing/columns/latin-cell.tsx';
import {
  CODE_SORTS,
  changedColumn,
  entityCodeColumn,
  entityNameColumn,
  phoneRow,
  stateColumn,
} from '../../records/entity-columns.tsx';
import { defineEntity, type EntityFieldsProps } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { EntityState } from '../../records/entity-state.tsx';
import { LanguageField, ZoneField } from '../../records/fields/entity-fields.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
import { LanguageTabs } from '../../records/form/language-tabs.tsx';
import { LocalizedField } from '../../records/form/localized-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { FlagField, TextField } from '../../records/form/record-form.tsx';
import { countryDocuments as documents } from './country-record.operations.ts';

const NAME_MAX_LENGTH = 80;

/** The form of a country. */
function CountryFields({ form, labelOf }: EntityFieldsProps<CountryRowFragment, typeof countryRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <LanguageTabs form={form}>
        <LocalizedField {...field('nameI18n')} maxLength={NAME_MAX_LENGTH} />
      </LanguageTabs>
      <div className="bc-form-pair">
        <TextField {...field('currency')} maxLength={3} isLatin />
        <TextField form={form} name="dialCode" type="tel" label={labelOf('dialCode')} maxLength={7} isLatin />
      </div>
      <div className="bc-form-pair">
        <ZoneField {...field('defaultTimezone')} />
        <LanguageField {...field('defaultLocale')} />
      </div>
      <NumberField {...field('minAge')} unit={t('country.field.years')} />
      <FlagField {...field('isActive')} hint={t('country.field.active-hint')} />
    </>
  );
}

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
    opensWith: 'isActive=yes',
    columns: [
      entityNameColumn(),
      entityCodeColumn(),
      { key: 'currency', headerKey: 'country.field.currency', width: 96, render: ({ currency }) => currency },
      {
        key: 'timezone',
        headerKey: 'country.field.defaultTimezone',
        width: 216,
        render: ({ defaultTimezone }) => <LatinCell text={placeOfZone(defaultTimezone)} />,
      },
      { key: 'locale', headerKey: 'country.field.defaultLocale', width: 128, render: (row) => row.defaultLocale },
      stateColumn(),
      figureColumn('minAge', 'country.field.minAge', 144, ({ minAge }: CountryRowFragment) => minAge),
      changedColumn(),
    ],
    filters: [],
    sorts: CODE_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ code }) => code,
  fields: entityLabels(countryRecord, (field) => `country.field.${field}`),
  Fields: CountryFields,
  drawn: ['nameI18n', 'currency', 'dialCode', 'defaultTimezone', 'defaultLocale', 'minAge', 'isActive'],
  State: EntityState,
});
