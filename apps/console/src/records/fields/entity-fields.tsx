import type { plainRecord } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Input } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { instantOf, wallTimeOf } from '../../lib/format/zoned-time.ts';
import { languageOptions } from '../../lib/select/language-options.ts';
import { Select } from '../../lib/select/select.tsx';
import { zoneOptions } from '../../lib/select/zone-options.ts';
import type { EntityFieldsProps, EntityRow } from '../entity-definition.ts';
import { fieldOf } from '../form/field-map.ts';
import { LanguageTabs } from '../form/language-tabs.tsx';
import { LocalizedField } from '../form/localized-field.tsx';
import { ChoiceField, type FieldOf, type FieldProps, setField, TextField, useField } from '../form/record-form.tsx';
import { type Choices, offered, useChoices } from './choices.ts';

interface CodeFieldProps<Values> extends FieldProps<Values, string | null> {
  /** The code of an existing record, which is fixed since other programs use it. */
  readonly given?: string | undefined;
  readonly maxLength: number;
}

/** The permanent short name; entered once. */
export function CodeField<Values>({ given, hint, ...field }: CodeFieldProps<Values>) {
  const { t } = useMessages();
  if (given === undefined) {
    return <TextField {...field} hint={hint ?? t('crud.code.hint')} isLatin />;
  }
  return <GivenValue label={field.label} value={given} hint={t('crud.code.fixed')} isCode />;
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

interface ChoiceOfProps<Values> extends FieldProps<Values, string | null> {
  readonly choices: Choices;
}

/** One record of another entity. */
export function ChoiceOf<Values>({ choices, ...field }: ChoiceOfProps<Values>) {
  const known = useChoices(choices);
  return <ChoiceField {...field} options={offered(known, field.form.values[field.name])} />;
}

interface ZoneFieldProps<Values> extends FieldProps<Values, string | null> {
  /** Instants that people enter as local times: those stay, and the instants move with the zone. */
  readonly instants?: readonly FieldOf<Values, string | null>[];
}

/** A time zone of the IANA list. */
export function ZoneField<Values>({ instants = [], ...field }: ZoneFieldProps<Values>) {
  const { form, name } = field;
  const messages = useMessages();
  const textAt = (each: typeof name) => form.values[each] as string | null;
  const move = (zone: string | null) => {
    for (const each of instants) {
      const instant = textAt(each);
      if (zone && instant) setField(form, each, instantOf(wallTimeOf(instant, textAt(name) ?? 'UTC'), zone));
    }
  };
  return <ChoiceField {...field} onSet={move} options={zoneOptions(textAt(name), messages)} />;
}

/** A language by its own name. Its tag can be typed, which also gives languages that are not listed. */
export function LanguageField<Values>(props: FieldProps<Values, string | null>) {
  const { locale } = useMessages();
  const { value, set, input } = useField(props);
  const [text, setText] = useState('');
  const options = languageOptions(text, value, locale);
  return <Select {...input} value={value} options={options} onChange={set} onSearch={setText} />;
}

const CODE_MAX_LENGTH = 64;
const NAME_MAX_LENGTH = 60;

type PlainRecord = ReturnType<typeof plainRecord>;

interface CodeAndNameProps extends EntityFieldsProps<EntityRow, PlainRecord> {
  /** Further texts by language. */
  readonly children?: ReactNode;
}

/** The fields of the plainest entities: a permanent code, entered once, and a name in each language. */
export function CodeAndName({ form, record, labelOf, children }: CodeAndNameProps) {
  const field = fieldOf(form, labelOf);
  return (
    <>
      {record ? null : <CodeField {...field('code')} maxLength={CODE_MAX_LENGTH} />}
      <LanguageTabs form={form}>
        <LocalizedField {...field('nameI18n')} maxLength={NAME_MAX_LENGTH} />
        {children}
      </LanguageTabs>
    </>
  );
}
