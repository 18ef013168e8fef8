import { type RecordDefinition, type RecordFields, SOURCE_LOCALE } from '@backcounter/domain';
import { type FieldValue, type FieldValues, isFieldValue, normalise } from './record-merge.ts';

/** A record as in the API: a text by language is a map. */
export type FieldMap = Readonly<Record<string, unknown>>;

/** The value of a form field by its kind. A number that can't be read is kept as it was typed. */
type FormValue<Field> = Field extends { kind: 'BOOLEAN' }
  ? boolean | null
  : Field extends { kind: 'INT' | 'SAFE_INT' }
    ? number | string | null
    : Field extends { kind: 'ENUM'; values: infer Values }
      ? Extract<keyof Values, string> | null
      : Field extends { kind: 'TEXT' | 'DATE' | 'ID' | 'INSTANT' | 'JSON' | 'LOCALIZED_TEXT' }
        ? string | null
        : FieldValue;

/** Values of a form by the fields of its record: a text by language has a path for each, such as `nameI18n.de-DE`. */
export type FormValues<Fields> = {
  readonly [Name in Extract<keyof Fields, string> as Fields[Name] extends { kind: 'LOCALIZED_TEXT' }
    ? `${Name}.${string}`
    : Name]: FormValue<Fields[Name]>;
};

/** The same values with a text by language as one map, as in the API. */
export type FormInput<Fields> = {
  readonly [Name in Extract<keyof Fields, string>]: Fields[Name] extends { kind: 'LOCALIZED_TEXT' }
    ? Readonly<Record<string, string>> | null
    : FormValue<Fields[Name]>;
};

/** The API field of a form field: `nameI18n` for `nameI18n.de-DE`. */
export function rootOf(field: string): string {
  return field.split('.', 1)[0] ?? field;
}

/** Values of an empty form. */
export function emptyValues<Fields extends RecordFields>(fields: Fields): FormValues<Fields> {
  const paths = Object.entries(fields).map(([name, { kind }]) =>
    kind === 'LOCALIZED_TEXT' ? `${name}.${SOURCE_LOCALE}` : name,
  );
  return Object.fromEntries(paths.map((path) => [path, null])) as FormValues<Fields>;
}

/** The entered fields of a group, in their order. */
export function fieldsOfGroup({ fields }: RecordDefinition, group: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.group === group ? [name] : []));
}

/** The value of an API field. A map has the languages with a text; without any it is empty, not absent. */
export function valueAt(values: FieldValues, root: string): unknown {
  if (Object.hasOwn(values, root)) return normalise(values[root] ?? null);
  const prefix = `${root}.`;
  const entries = Object.entries(values).flatMap(([field, value]) => {
    const text = normalise(value);
    return field.startsWith(prefix) && text !== null ? [[field.slice(prefix.length), text] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The API fields of the given form fields, in full: a map is sent with all its languages. */
export function fieldMap(values: FieldValues, fields: readonly string[]): FieldMap {
  return Object.fromEntries([...new Set(fields.map(rootOf))].map((root) => [root, valueAt(values, root)]));
}

/** All fields of a record from its form, in full. */
export function formInput<Fields extends Readonly<Record<string, unknown>>>(
  values: FieldValues,
  fields: Fields,
): FormInput<Fields> {
  return fieldMap(values, Object.keys(fields)) as FormInput<Fields>;
}

/** The input with its JSON values, which a form holds as text. */
export function withJson(input: FieldMap, fields: RecordFields): FieldMap {
  const values = Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = input[name];
    return kind === 'JSON' && typeof value === 'string' ? [[name, JSON.parse(value) as unknown] as const] : [];
  });
  return { ...input, ...Object.fromEntries(values) };
}

/** The input with its instants as dates, as the rules of the domain take them. */
export function withDates(input: FieldMap, fields: RecordFields): FieldMap {
  const dates = Object.entries(fields).flatMap(([name, { kind }]) => {
    const value = input[name];
    return kind === 'INSTANT' && typeof value === 'string' ? [[name, new Date(value)] as const] : [];
  });
  return { ...input, ...Object.fromEntries(dates) };
}

/** The fields with a value, as a new record takes them. */
export function filled(input: FieldMap): FieldMap {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** The fields in which an input differs from an earlier one. */
export function changedInput<Input extends object>(input: Input, before: Input): Partial<Input> {
  const past = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(input).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(past.get(name)),
  );
  return Object.fromEntries(changed) as Partial<Input>;
}

/** A record's fields as a form holds them: one for each language of a map, and any other JSON as text. */
export function formValues<Fields extends Readonly<Record<string, unknown>>>(
  record: object,
  fields: Fields,
): FormValues<Fields> {
  const map: FieldMap = { ...record };
  const values = Object.keys(fields).flatMap((root): (readonly [string, FieldValue])[] => {
    const value = map[root];
    if (typeof value === 'object' && value !== null && Object.values(value).some((each) => typeof each === 'object'))
      return [[root, JSON.stringify(value)]];
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([step, each]) => [`${root}.${step}`, isFieldValue(each) ? each : String(each)]);
    return isFieldValue(value) ? [[root, value]] : [];
  });
  return Object.fromEntries(values) as FormValues<Fields>;
}

/** Properties of each field of a form: the form, its name and its label. */
export const fieldOf =
  <Form>(form: Form, labelOf: (field: string) => string) =>
  <Name extends string>(name: Name) => ({ form, name, label: labelOf(name) });
