import { z } from 'zod';

/** What a field is in the API. */
export type EntityFieldKind = 'BOOLEAN' | 'DATE' | 'ENUM' | 'ID' | 'INT' | 'LOCALIZED_TEXT' | 'SAFE_INT' | 'TEXT';

/** A field of the domain's rule, as the API and the database need it. */
export interface EntityField {
  readonly name: string;
  readonly kind: EntityFieldKind;
  /** ENUM: the values, in order. */
  readonly values: readonly string[];
  readonly isNullable: boolean;
  /** A new record needs it. */
  readonly isRequired: boolean;
  /** Set when the record is made, never again. */
  readonly isFixed: boolean;
}

interface FieldSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
  readonly anyOf?: readonly FieldSchema[];
}

const INT_MAX = 2 ** 31 - 1;

/** Reads the fields of a rule off it, so that inputs, columns and checks are the same by construction. */
export function entityFields(rule: z.ZodObject, fixed: readonly string[]): EntityField[] {
  const schema = z.toJSONSchema(rule, { io: 'input', unrepresentable: 'any' });
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const choices = (property as FieldSchema).anyOf ?? [property as FieldSchema];
    const content = choices.find(({ type }) => type !== 'null');
    if (content === undefined) throw new Error(`Field ${name} has no type.`);
    return {
      name,
      kind: kindOf(name, content),
      values: content.enum ?? [],
      isNullable: choices.some(({ type }) => type === 'null'),
      isRequired: required.has(name),
      isFixed: fixed.includes(name),
    };
  });
}

function kindOf(name: string, { type, format, enum: values, maximum }: FieldSchema): EntityFieldKind {
  if (values !== undefined) return 'ENUM';
  if (type === 'object') return 'LOCALIZED_TEXT';
  if (type === 'boolean') return 'BOOLEAN';
  if (type === 'integer') return (maximum ?? Number.MAX_SAFE_INTEGER) <= INT_MAX ? 'INT' : 'SAFE_INT';
  if (type === 'string') return format === 'uuid' ? 'ID' : format === 'date' ? 'DATE' : 'TEXT';
  throw new Error(`Field ${name} is of a kind that reference data does not have: ${type}.`);
}

/** Name in SQL of a field (`nameI18n`) or of a noun (`topic-category`). */
export function snakeCase(name: string): string {
  return name.replace(/-|[A-Z]/g, (sign) => (sign === '-' ? '_' : `_${sign.toLowerCase()}`));
}
