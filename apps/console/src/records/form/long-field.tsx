import { Textarea } from '@mantine/core';
import { FIELD_ORDER, type FieldProps, useFieldProblem } from './record-form.tsx';

/** Several lines of text. */
export function LongField({ form, name, label, hint, maxLength }: FieldProps & { readonly maxLength: number }) {
  const value = form.values[name];
  return (
    <Textarea
      name={name}
      label={label}
      description={hint}
      inputWrapperOrder={FIELD_ORDER}
      autosize={false}
      rows={3}
      maxLength={maxLength}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      error={useFieldProblem(form, name)}
      onChange={(event) => form.set(name, event.currentTarget.value)}
    />
  );
}
