import { useMessages } from '@backcounter/i18n/react';
import { TextInput } from '@mantine/core';
import { FIELD_ORDER } from './record-form.tsx';

const MAX_LENGTH = 24;

interface CodeFieldProps {
  readonly description: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Field of a new record's code: capitals, digits and hyphens. */
export function CodeField({ description, value, onChange }: CodeFieldProps) {
  const { t } = useMessages();
  return (
    <TextInput
      label={t('crud.field.code')}
      description={description}
      inputWrapperOrder={FIELD_ORDER}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      dir="ltr"
      data-autofocus
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.toUpperCase().replaceAll(' ', '-'))}
    />
  );
}
