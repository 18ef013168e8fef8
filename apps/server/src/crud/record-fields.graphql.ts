import type { RecordFieldKind } from '@backcounter/domain';
import type { EnumRef, FieldMap, InputFieldMap } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import { NEVER_STORED } from '../graphql/repeated-mutation.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import type { StoredField } from './record-fields.ts';

/** Builder of the fields of an object type. */
export type OutputFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** Types of the API by kind, except for enums. */
const TYPES = {
  BOOLEAN: 'Boolean',
  DATE: 'Date',
  ID: 'ID',
  INSTANT: 'DateTime',
  INT: 'Int',
  JSON: 'JSON',
  LOCALIZED_TEXT: 'LocalizedText',
  SAFE_INT: 'SafeInt',
  TEXT: 'String',
} as const satisfies Partial<Record<RecordFieldKind, string>>;

/** Enums by field. */
export type FieldEnums = Readonly<Record<string, FieldEnum>>;
/** An enum of a record's field. */
export type FieldEnum = EnumRef<BuilderTypes, string>;

/** The enum of a field. */
export function enumIn(enums: FieldEnums, field: string): FieldEnum {
  const found = enums[field];
  if (found === undefined) throw new Error(`The enum of ${field} is not declared.`);
  return found;
}

function typeOf({ name, kind }: StoredField, enums: FieldEnums) {
  return kind === 'ENUM' ? enumIn(enums, name) : TYPES[kind];
}

/** Fields of the record's type, except for those that it shows as records. */
export function outputFields<Row extends object>(
  t: OutputFields<Row>,
  fields: readonly StoredField[],
  enums: FieldEnums = {},
): FieldMap {
  const own = fields.filter(({ shownAs }) => shownAs === undefined);
  return Object.fromEntries(
    own.map((field) => [
      field.name,
      t.expose(field.name as never, {
        type: typeOf(field, enums) as never,
        nullable: field.isNullable as never,
        extensions: {
          ...(field.permission === undefined ? {} : needs(field.permission)),
          ...(field.isPersonal ? NEVER_STORED : {}),
        },
        description: `${field.description}${whenNull(field)}`,
      }),
    ]),
  );
}

/** Added to a description that doesn't mention null. */
function whenNull({ isNullable, permission, description }: StoredField): string {
  if (!isNullable) return '';
  const without = permission && `without \`${permission}\``;
  if (/\bnull\b/.test(description)) return without ? ` Also null ${without}.` : '';
  return ` Null where there is none${without ? `, and ${without}` : ''}.`;
}

/** Fields of the input that creates a record. */
export function createFields(t: InputFields, fields: readonly StoredField[], enums: FieldEnums): InputFieldMap {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      t.field({ type: typeOf(field, enums), required: field.isRequired, description: field.description }),
    ]),
  );
}

/** Fields of an input that changes the record. */
export function patchFields(t: InputFields, fields: readonly StoredField[], enums: FieldEnums): InputFieldMap {
  return Object.fromEntries(
    fields
      .filter(({ isFixed }) => !isFixed)
      .map((field) => [field.name, t.field({ type: typeOf(field, enums), description: field.description })]),
  );
}

/** `{Noun}PatchInput`. */
export function addPatchInput(builder: Builder, noun: string, fields: readonly StoredField[], enums: FieldEnums = {}) {
  return builder.inputType(`${noun}PatchInput`, {
    description: 'Absent fields stay; null empties.',
    fields: (t) => patchFields(t, fields, enums),
  });
}
