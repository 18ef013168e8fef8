import { CLIENT_BOUNDS_LIMITS, MACHINE_SCOPES, type machineClientRecord, parseScopes } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Checkbox, Input } from '@mantine/core';
import type { MachineClientRowFragment } from '../../generated/graphql.ts';
import { formatList } from '../../lib/format/formats.ts';
import type { EntityFieldsProps, ValueWords } from '../../records/entity-definition.ts';
import { fieldOf } from '../../records/form/field-map.ts';
import { LongField } from '../../records/form/long-field.tsx';
import { NumberField } from '../../records/form/number-field.tsx';
import { type FieldProps, FlagField, TextField, useField } from '../../records/form/record-form.tsx';

const CLIENT_ID_MAX_LENGTH = 128;
const NAME_MAX_LENGTH = 80;

/** Labels of scopes, as a list. */
export const machineClientWords: ValueWords = (field, value, { t, locale }) => {
  if (field === 'secretEnds')
    return t(value === 'NOW' ? 'machine-client.secret.ends-now' : 'machine-client.secret.ends-in-a-day');
  if (field !== 'scopes' || typeof value !== 'string') return undefined;
  const words = parseScopes(value).map((scope) => t(`machine-client.scope.${scope}`));
  return formatList(words, locale);
};

/** The form of a machine client: name and scopes. */
export function MachineClientFields({
  form,
  record,
  labelOf,
}: EntityFieldsProps<MachineClientRowFragment, typeof machineClientRecord>) {
  const field = fieldOf(form, labelOf);
  const { t } = useMessages();
  return (
    <>
      <TextField {...field('name')} maxLength={NAME_MAX_LENGTH} />
      {record === null ? (
        <TextField
          {...field('clientId')}
          hint={t('machine-client.client-id.hint')}
          maxLength={CLIENT_ID_MAX_LENGTH}
          isLatin
        />
      ) : null}
      <ScopesField {...field('scopes')} />
      <LongField
        {...field('stores')}
        hint={t('machine-client.stores.hint')}
        maxLength={CLIENT_BOUNDS_LIMITS.storesMaxLength}
      />
      <TextField
        {...field('countries')}
        hint={t('machine-client.countries.hint')}
        maxLength={CLIENT_BOUNDS_LIMITS.countriesMaxLength}
        isLatin
      />
      <NumberField {...field('pointsMax')} hint={t('machine-client.points-max.hint')} />
      <FlagField {...field('isDry')} hint={t('machine-client.dry.hint')} />
    </>
  );
}

function ScopesField<Values>(props: FieldProps<Values, string | null>) {
  const { name, label } = props;
  const { t } = useMessages();
  const { value, set, input } = useField(props);
  const chosen = parseScopes(value ?? '');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={input.error}
      descriptionProps={{ mb: 'xs' }}
      description={
        <a href="/docs/operations" target="_blank" rel="noopener">
          {t('machine-client.docs.link')}
        </a>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside of the form's own has a border and a legend that cannot be laid out */}
      <div role="group" aria-label={label} className="bc-form-group">
        {MACHINE_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name={name}
            size="xs"
            label={t(`machine-client.scope.${scope}`)}
            description={
              <span className="bc-code" dir="ltr">
                {scope}
              </span>
            }
            checked={chosen.includes(scope)}
            onChange={({ currentTarget: { checked } }) => {
              const next = MACHINE_SCOPES.filter((each) => (each === scope ? checked : chosen.includes(each)));
              set(next.join(' ') || null);
            }}
          />
        ))}
      </div>
    </Input.Wrapper>
  );
}
