import type { RecordFieldKind } from '@backcounter/domain';
import type { StoredField } from '../crud/record-fields.ts';
import { namesOf } from './field-names.ts';
import type { ImportField, ImportFieldKind, LocalizedImportField } from './import-definition.ts';

const SQL_TYPES: Readonly<Record<RecordFieldKind, string>> = {
  BOOLEAN: 'boolean',
  DATE: 'date',
  ENUM: 'text',
  ID: 'uuid',
  INSTANT: 'timestamptz',
  INT: 'int',
  JSON: 'jsonb',
  LOCALIZED_TEXT: 'jsonb',
  SAFE_INT: 'bigint',
  TEXT: 'text',
};

/** Cell type of a field. */
function cellsOf(
  { kind, values = {} }: StoredField,
  rule: ImportField['rule'],
): Pick<ImportField, 'kind' | 'values'> | Pick<LocalizedImportField, 'kind'> {
  switch (kind) {
    case 'BOOLEAN':
      return { kind: 'BOOLEAN' };
    case 'DATE':
      return { kind: 'DATE' };
    case 'INT':
    case 'SAFE_INT':
      return { kind: 'WHOLE' };
    case 'ENUM':
      return { kind: 'ENUM', values: Object.keys(values) };
    case 'LOCALIZED_TEXT':
      return { kind };
    default:
      return { kind: textKindOf(rule) };
  }
}

/** Kinds of texts, each with a value that its rules accept and one that they do not. */
const TEXT_KINDS = {
  COUNTRY: ['DE', 'DEU'],
  EMAIL: ['a@b.example', 'a'],
  LOCALE: ['de-DE', 'DE-de'],
  PHONE: ['+4930123456', '4930123456'],
  ZONE: ['Europe/Berlin', 'Europe/Nowhere'],
} as const satisfies Partial<Record<ImportFieldKind, readonly [string, string]>>;

/** Kind of the cells of a text, by the values that its rule accepts. */
export function textKindOf(rule: ImportField['rule']): ImportFieldKind {
  const accepts = (value: string) => rule?.safeParse(value).success === true;
  const kinds = Object.entries(TEXT_KINDS) as [keyof typeof TEXT_KINDS, readonly [string, string]][];
  return kinds.find(([, [good, bad]]) => accepts(good) && !accepts(bad))?.[0] ?? 'TEXT';
}

/** A field that no field of a record declares. */
export const importField = (
  key: string,
  kind: ImportField['kind'],
  example: string,
  more: Partial<ImportField> = {},
): ImportField => ({ key, kind, example, names: namesOf(key), ...more });

/** Import fields of all record fields that have an example. */
export function importFields(
  fields: readonly StoredField[],
  rules: Readonly<Record<string, ImportField['rule']>>,
): readonly (ImportField | LocalizedImportField)[] {
  return fields.flatMap((field) => {
    const { name: key, example } = field;
    return example === undefined
      ? []
      : [{ key, ...cellsOf(field, rules[key]), rule: rules[key], example, names: namesOf(key) }];
  });
}

/** Column list of a JSON record set named after the columns: `display_name text, birth_date date`. */
export function recordsetColumns(fields: readonly StoredField[]): string {
  return fields.map(({ column, kind }) => `${column} ${SQL_TYPES[kind]}`).join(', ');
}
