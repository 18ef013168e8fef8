import type { ShownField, ShownFields } from '../../lib/record/record-fields.ts';
import { NumberField } from './number-field.tsx';
import { type FieldForm, type FieldProps, FlagField, TextField } from './record-form.tsx';
import type { FieldValue, FieldValues } from './record-merge.ts';

/** Initial form values of entered fields. The caller handles fields that the API shows as records. */
export function enteredValues(fields: ShownFields, row: object, isShown: (field: ShownField) => boolean): FieldValues {
  const values = row as Readonly<Record<string, FieldValue | undefined>>;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.shownAs === undefined && isShown(field))
      .map(([name]) => [name, values[name] ?? null]),
  );
}

/** The fields that can be set for many records at once. */
export function bulkFields<Name extends string>(fields: Readonly<Record<Name, ShownField>>): readonly Name[] {
  return (Object.keys(fields) as Name[]).filter((name) => fields[name].isBulk);
}

interface EnteredFieldsProps {
  readonly form: FieldForm;
  readonly fields: ShownFields;
  /** Only the fields of this group. */
  readonly group?: string;
  /** Fields that the form renders itself. */
  readonly except: readonly string[];
  readonly labelOf: (field: string) => string;
}

/** Inputs for the fields of a group, each by its kind. */
export function EnteredFields({ form, fields, group, except, labelOf }: EnteredFieldsProps) {
  return Object.entries(fields)
    .filter(([name, field]) => field.group === group && !except.includes(name))
    .map(([name, { kind }]) => <EnteredField key={name} form={form} name={name} label={labelOf(name)} kind={kind} />);
}

/** The input for a field, by its kind. */
export function EnteredField({ kind, ...field }: FieldProps & Pick<ShownField, 'kind'>) {
  if (kind === 'BOOLEAN') return <FlagField {...field} />;
  if (kind === 'INT' || kind === 'SAFE_INT') return <NumberField {...field} />;
  if (kind === 'DATE') return <TextField {...field} type="date" />;
  return <TextField {...field} />;
}
