import { Textarea } from '@mantine/core';
import { type FieldProps, useTextField } from './record-form.tsx';

interface LongFieldProps<Values> extends FieldProps<Values, string | null> {
  readonly maxLength: number;
}

/** Several lines of text. */
export function LongField<Values>(props: LongFieldProps<Values>) {
  return <Textarea {...useTextField(props)} autosize={false} rows={3} maxLength={props.maxLength} dir="auto" />;
}
