import type { ShownField, ShownFields } from '../../lib/record/record-fields.ts';
import { NumberField } from './number-field.tsx';
import { FlagField, TextField } from './record-form.tsx';
import type { FieldValue, FieldValues } from './record-merge.ts';
import type { RecordFormState } from './use-record-form.ts';

/** Initial form values of entered fields. The caller handles fields that the API shows as records. */
export function enteredValues(fields: ShownFields, row: object, isShown: (field: ShownField) => boolean): FieldValues {
  const values = row as Readonly<Record<string, FieldValue | undefined>>;
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.shownAs === undefined && isShown(field))
      .map(([name]) => [name, values[name] ?? null]),
  );
}

interface EnteredFieldsProps {
  readonly form: RecordFormState;
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
    .map(([name, { kind }]) => {
      const common = { form, name, label: labelOf(name) };
      if (kind === 'BOOLEAN') return <FlagField key={name} {...common} />;
      if (kind === 'INT' || kind === 'SAFE_INT') return <NumberField key={name} {...common} />;
      if (kind === 'DATE') return <TextField key={name} {...common} type="date" />;
      return <TextField key={name} {...common} />;
    });
}
