import { DateTimeInput, type DateTimeInputProps } from '../../lib/date-time/date-time-input.tsx';
import { type FieldProps, useField } from './record-form.tsx';

interface DateFieldProps<Values>
  extends FieldProps<Values, string | null>,
    Pick<DateTimeInputProps, 'min' | 'max' | 'isAhead'> {
  readonly kind?: 'date' | 'time';
}

/** A day (`YYYY-MM-DD`) or a time (`HH:mm`). */
export function DateField<Values>({ kind = 'date', min, max, isAhead = false, ...props }: DateFieldProps<Values>) {
  const { value, set, input } = useField(props);
  return (
    <DateTimeInput {...input} kind={kind} min={min} max={max} isAhead={isAhead} value={value ?? ''} onChange={set} />
  );
}
