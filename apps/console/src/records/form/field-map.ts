import type { RecordDefinition } from '@backcounter/domain';
import { type FieldValue, type FieldValues, normalise } from './record-merge.ts';

/** A record as in the API: a text by language is a map. */
export type FieldMap = Readonly<Record<string, unknown>>;

/** The API field of a form field: `nameI18n` for `nameI18n.de-DE`. */
export function rootOf(field: string): string {
  return field.split('.', 1)[0] ?? field;
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

/** A record's fields as a form holds them: one for each language of a map. */
export function formValues(record: FieldMap, roots: readonly string[]): FieldValues {
  return Object.fromEntries(
    roots.flatMap((root): (readonly [string, FieldValue])[] => {
      const value = record[root];
      if (typeof value === 'object' && value !== null) {
        return Object.entries(value).map(([step, each]) => [`${root}.${step}`, isPlain(each) ? each : String(each)]);
      }
      return isPlain(value) ? [[root, value]] : [];
    }),
  );
}

function isPlain(value: unknown): value is FieldValue {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
