import type { ShownField, ShownFields } from '../../lib/record/record-fields.ts';
import { DateField } from './date-field.tsx';
import type { FormValues } from './field-map.ts';
import { NumberField } from './number-field.tsx';
import { type FieldForm, type FieldProps, FlagField, TextField } from './record-form.tsx';
import type { FieldValue } from './record-merge.ts';

/** Initial form values of entered fields. The caller handles fields that the API shows as records. */
export function enteredValues<Fields extends ShownFields>(
  fields: Fields,
  row: object,
  isShown: (field: ShownField) => boolean,
): FormValues<Fields> {
  const values = row as Readonly<Record<string, FieldValue | undefined>>;
  const entered = Object.entries(fields)
    .filter(([, field]) => field.shownAs === undefined && isShown(field))
    .map(([name]) => [name, values[name] ?? null]);
  return Object.fromEntries(entered) as FormValues<Fields>;
}

/** The fields that can be set for many records at once. */
export function bulkFields<Name extends string>(fields: Readonly<Record<Name, ShownField>>): readonly Name[] {
  return (Object.keys(fields) as Name[]).filter((name) => fields[name].isBulk);
}

interface EnteredFieldsProps<Values> {
  readonly form: FieldForm<Values>;
  readonly fields: ShownFields;
  /** Only the fields of this group. */
  readonly group?: string;
  /** Fields that the form renders itself. */
  readonly except: readonly string[];
  readonly labelOf: (field: string) => string;
}

/** Inputs for the fields of a group, each by its kind. */
export function EnteredFields<Values>({ form, fields, group, except, labelOf }: EnteredFieldsProps<Values>) {
  return Object.entries(fields)
    .filter(([name, field]) => field.group === group && !except.includes(name))
    .map(([name, { kind }]) => (
      <EnteredField key={name} form={form} name={name as never} label={labelOf(name)} kind={kind} />
    ));
}

/** The input for a field, by its kind. */
export function EnteredField<Values>({ kind, ...props }: FieldProps<Values, FieldValue> & Pick<ShownField, 'kind'>) {
  // The kind says which value the field has.
  const field = props as unknown as Omit<FieldProps<Readonly<Record<string, never>>, never>, 'onSet'>;
  if (kind === 'BOOLEAN') return <FlagField {...field} />;
  if (kind === 'INT' || kind === 'SAFE_INT') return <NumberField {...field} />;
  if (kind === 'DATE') return <DateField {...field} />;
  return <TextField {...field} />;
}
