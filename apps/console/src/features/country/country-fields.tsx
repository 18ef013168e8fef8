import { useMessages } from '@backcounter/i18n/react';
import type { EntityActionsProps, EntityFieldsProps } from '../../crud/entity-definition.ts';
import { GivenValue, ZoneField } from '../../crud/fields/entity-fields.tsx';
import { UsageNote } from '../../crud/usage-note.tsx';
import type { CountryRowFragment } from '../../generated/graphql.ts';
import { LocalizedField } from '../../records/form/localized-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { FlagField, TextField } from '../../records/form/record-form.tsx';

const NAME_MAX_LENGTH = 80;

/** The form of a country. */
export function CountryFields({ form, record, labelOf }: EntityFieldsProps<CountryRowFragment>) {
  const { t } = useMessages();
  return (
    <>
      <GivenValue label={t('crud.field.code')} value={record?.code ?? ''} hint={t('crud.code.fixed')} isCode />
      <LocalizedField form={form} name="nameI18n" label={labelOf('nameI18n')} maxLength={NAME_MAX_LENGTH} />
      <div className="bc-form-pair">
        <TextField form={form} name="currency" label={labelOf('currency')} maxLength={3} isLatin />
        <TextField form={form} name="dialCode" type="tel" label={labelOf('dialCode')} maxLength={7} isLatin />
      </div>
      <div className="bc-form-pair">
        <ZoneField form={form} name="defaultTimezone" label={labelOf('defaultTimezone')} />
        <TextField
          form={form}
          name="defaultLocale"
          label={labelOf('defaultLocale')}
          hint={t('country.field.locale-hint')}
          maxLength={5}
          isLatin
        />
      </div>
      <NumberField form={form} name="minAge" label={labelOf('minAge')} unit={t('country.field.years')} />
      <FlagField form={form} name="isActive" label={labelOf('isActive')} hint={t('country.field.active-hint')} />
    </>
  );
}

/** Who would notice a change. */
export function CountryUsage({ record }: EntityActionsProps<CountryRowFragment>) {
  return <UsageNote usages={record.usedBy} />;
}
