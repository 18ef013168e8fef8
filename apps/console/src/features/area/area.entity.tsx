import { areaRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import type { AreaRowFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import { placeOfZone } from '../../lib/format/zoned-words.ts';
import {
  ARCHIVED_FILTER,
  CODE_SORTS,
  changedColumn,
  choiceFilter,
  entityCodeColumn,
  entityNameColumn,
  phoneRow,
  stateColumn,
} from '../../records/entity-columns.tsx';
import { defineEntity, type EntityFieldsProps } from '../../records/entity-definition.ts';
import { entityLabels } from '../../records/entity-labels.ts';
import { EntityState } from '../../records/entity-state.tsx';
import type { Choices } from '../../records/fields/choices.ts';
import { ChoiceOf, CodeField, GivenValue, ZoneField } from '../../records/fields/entity-fields.tsx';
import { fieldOf } from '../../records/form/field-map.ts';
import { LanguageTabs } from '../../records/form/language-tabs.tsx';
import { LocalizedField } from '../../records/form/localized-field.tsx';
import { FlagField } from '../../records/form/record-form.tsx';
import { countryChoicesQuery } from './area.operations.ts';
import { areaDocuments as documents } from './area-record.operations.ts';

const CODE_MAX_LENGTH = 24;
const NAME_MAX_LENGTH = 120;

/** Countries by name; they fill more than one page of a list. */
const countryChoices: Choices = {
  noun: 'country',
  load: async (locale, signal) => {
    const { countries } = await load(countryChoicesQuery, { locale }, signal);
    const compare = compareIn(locale);
    return countries
      .map(({ code, name, isActive }) => ({ value: code, label: name, isOpen: isActive }))
      .sort((a, b) => compare(a.label, b.label));
  },
};

/** The form of an area. */
function AreaFields({ form, record, labelOf }: EntityFieldsProps<AreaRowFragment, typeof areaRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      {record ? (
        <GivenValue label={labelOf('countryCode')} value={record.country.name} />
      ) : (
        <ChoiceOf {...field('countryCode')} choices={countryChoices} />
      )}
      {record ? null : <CodeField {...field('code')} hint={t('area.code.hint')} maxLength={CODE_MAX_LENGTH} />}
      <LanguageTabs form={form}>
        <LocalizedField {...field('nameI18n')} maxLength={NAME_MAX_LENGTH} />
      </LanguageTabs>
      <ZoneField {...field('timezone')} />
      <FlagField {...field('isActive')} hint={t('area.field.active-hint')} />
    </>
  );
}

/** `/admin/areas`. */
export const areas = defineEntity({
  record: areaRecord,
  path: '/admin/areas',
  list: {
    name: 'areas',
    capability: 'AREAS',
    titleKey: 'shell.page.areas',
    searchHintKey: () => 'crud.search.hint',
    emptyKey: 'area.place.none',
    columns: [
      entityNameColumn(),
      entityCodeColumn(),
      {
        key: 'country',
        headerKey: 'area.field.countryCode',
        width: 160,
        render: ({ country }) => <span dir="auto">{country.name}</span>,
      },
      {
        key: 'timezone',
        headerKey: 'crud.field.timezone',
        width: 160,
        render: ({ timezone }) => placeOfZone(timezone),
      },
      stateColumn(),
      changedColumn(),
    ],
    filters: [
      choiceFilter('country', 'area.field.countryCode', countryChoices),
      { key: 'isActive', labelKey: 'crud.field.isActive', shape: 'flag' },
      ARCHIVED_FILTER,
    ],
    sorts: CODE_SORTS,
    phoneRow: phoneRow((row) => <EntityState record={row} />),
  },
  documents,
  nameOf: ({ name }) => name,
  codeOf: ({ code }) => code,
  fields: entityLabels(areaRecord, (field) => `area.field.${field}`),
  Fields: AreaFields,
  drawn: ['countryCode', 'code', 'nameI18n', 'timezone', 'isActive'],
  State: EntityState,
  creation: {
    titleKey: 'area.new.title',
    document: documents.create,
    values: { isActive: true },
  },
  archival: { archive: documents.archive, restore: documents.restore },
});
