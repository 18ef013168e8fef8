import type { FieldMap, InputFieldMap } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import type { Builder, BuilderTypes } from '../graphql/builder.ts';
import { NEVER_STORED } from '../graphql/repeated-mutation.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import type { EntityFieldKind } from './entity-field.ts';
import type { StoredField } from './record-fields.ts';

type OutputFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<BuilderTypes, Row>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>;

/** Types of the API; enums have their own. */
const TYPES = {
  BOOLEAN: 'Boolean',
  DATE: 'Date',
  ID: 'ID',
  INT: 'Int',
  LOCALIZED_TEXT: 'LocalizedText',
  SAFE_INT: 'SafeInt',
  TEXT: 'String',
} as const satisfies Partial<Record<EntityFieldKind, string>>;

function typeOf({ name, kind }: StoredField) {
  if (kind === 'ENUM') throw new Error(`The enum of ${name} is declared by its feature.`);
  return TYPES[kind];
}

/** Fields of the record's type, but for those that it shows as records. */
export function outputFields<Row extends object>(t: OutputFields<Row>, fields: readonly StoredField[]): FieldMap {
  const own = fields.filter(({ shownAs }) => shownAs === undefined);
  return Object.fromEntries(
    own.map((field) => [
      field.name,
      t.expose(field.name as never, {
        type: typeOf(field) as never,
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

function whenNull({ isNullable, permission }: StoredField): string {
  if (!isNullable) return '';
  return ` Null where there is none${permission === undefined ? '' : `, and without \`${permission}\``}.`;
}

/** `{Noun}PatchInput`. */
export function addPatchInput<Name extends string>(
  builder: Builder,
  noun: string,
  fields: readonly StoredField<Name>[],
) {
  return builder.inputType(`${noun}PatchInput`, {
    description: 'Absent fields stay; null empties.',
    fields: (t): InputFieldMap =>
      Object.fromEntries(
        fields.map((field) => [field.name, t.field({ type: typeOf(field), description: field.description })]),
      ),
  });
}

/** Fields of a filter input, for the fields that lists can be filtered by. */
export function filterFields(
  t: InputFields,
  fields: readonly StoredField[],
  { textFilter, numberFilter }: Pick<ListTypes, 'textFilter' | 'numberFilter'>,
): InputFieldMap {
  return Object.fromEntries(
    fields
      .filter(({ isFilter }) => isFilter)
      .map(({ name, kind, description }) => {
        if (kind === 'BOOLEAN') return [name, t.boolean({ description })];
        return [
          name,
          kind === 'TEXT' ? t.field({ type: textFilter, description }) : t.field({ type: numberFilter, description }),
        ];
      }),
  );
}
