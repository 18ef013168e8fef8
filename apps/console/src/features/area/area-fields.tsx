import { useMessages } from '@backcounter/i18n/react';
import type { EntityFieldsProps } from '../../crud/entity-definition.ts';
import type { Choices } from '../../crud/fields/choices.ts';
import { ChoiceOf, CodeField, GivenValue, ZoneField } from '../../crud/fields/entity-fields.tsx';
import type { AreaRowFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { LocalizedField } from '../../records/form/localized-field.tsx';
import { FlagField } from '../../records/form/record-form.tsx';
import { countryChoicesQuery } from './area.operations.ts';

const CODE_MAX_LENGTH = 24;
const NAME_MAX_LENGTH = 120;

/** Countries by name; there are more than one page of a list. */
export const countryChoices: Choices = {
  noun: 'country',
  load: async (locale, signal) => {
    const { countries } = await load(countryChoicesQuery, { locale }, signal);
    const { compare } = new Intl.Collator(locale);
    return countries
      .map(({ code, name, isActive }) => ({ value: code, label: name, isOpen: isActive }))
      .sort((a, b) => compare(a.label, b.label));
  },
};

/** The form of an area. */
export function AreaFields({ form, record, labelOf }: EntityFieldsProps<AreaRowFragment>) {
  const { t } = useMessages();
  return (
    <>
      {record ? (
        <GivenValue label={labelOf('countryCode')} value={record.country.name} />
      ) : (
        <ChoiceOf form={form} name="countryCode" label={labelOf('countryCode')} choices={countryChoices} />
      )}
      <CodeField
        form={form}
        name="code"
        label={labelOf('code')}
        hint={t('area.code.hint')}
        given={record?.code}
        maxLength={CODE_MAX_LENGTH}
      />
      <LocalizedField form={form} name="nameI18n" label={labelOf('nameI18n')} maxLength={NAME_MAX_LENGTH} />
      <ZoneField form={form} name="timezone" label={labelOf('timezone')} />
      <FlagField form={form} name="isActive" label={labelOf('isActive')} hint={t('area.field.active-hint')} />
    </>
  );
}
