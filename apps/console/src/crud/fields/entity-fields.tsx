import { useMessages } from '@backcounter/i18n/react';
import { Input } from '@mantine/core';
import { LocalizedField } from '../../records/form/localized-field.tsx';
import { ChoiceField, type FieldProps, TextField } from '../../records/form/record-form.tsx';
import type { EntityFieldsProps } from '../entity-definition.ts';
import { type Choices, offered, useChoices } from './choices.ts';

interface CodeFieldProps extends FieldProps {
  /** The code of an existing record, which is fixed since other programs use it. */
  readonly given: string | undefined;
  readonly maxLength: number;
}

/** The permanent short name; entered once. */
export function CodeField({ given, form, name, label, hint, maxLength }: CodeFieldProps) {
  const { t } = useMessages();
  if (given === undefined) {
    return (
      <TextField
        form={form}
        name={name}
        label={label}
        hint={hint ?? t('crud.code.hint')}
        maxLength={maxLength}
        isLatin
      />
    );
  }
  return <GivenValue label={label} value={given} hint={t('crud.code.fixed')} isCode />;
}

interface GivenValueProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly isCode?: boolean;
}

/** A value that can no longer be changed. */
export function GivenValue({ label, value, hint, isCode = false }: GivenValueProps) {
  return (
    <Input.Wrapper
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description']}
      labelElement="div"
    >
      <span className="bc-given">
        <bdi {...(isCode ? { className: 'bc-code', dir: 'ltr' } : {})}>{value}</bdi>
      </span>
    </Input.Wrapper>
  );
}

interface ChoiceOfProps extends FieldProps {
  readonly choices: Choices;
}

/** One record of another entity. */
export function ChoiceOf({ choices, ...field }: ChoiceOfProps) {
  const known = useChoices(choices);
  return <ChoiceField {...field} options={offered(known, field.form.values[field.name])} />;
}

/** A time zone of the IANA list. */
export function ZoneField(field: FieldProps) {
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }));
  return <ChoiceField {...field} options={zones} />;
}

const CODE_MAX_LENGTH = 64;
const NAME_MAX_LENGTH = 60;

interface NamedRecord {
  readonly code: string;
}

/** The fields of the plainest entities: a permanent code and a name in each language. */
export function CodeAndName<Row extends NamedRecord>({ form, record, labelOf }: EntityFieldsProps<Row>) {
  return (
    <>
      <CodeField form={form} name="code" label={labelOf('code')} given={record?.code} maxLength={CODE_MAX_LENGTH} />
      <LocalizedField form={form} name="nameI18n" label={labelOf('nameI18n')} maxLength={NAME_MAX_LENGTH} />
    </>
  );
}
