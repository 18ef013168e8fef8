import { isDeepStrictEqual } from 'node:util';
import type { RecordDefinition, RecordField, RecordFieldKind, RecordFields, RecordValues } from '@backcounter/domain';
import { z } from 'zod';
import type { AuditChanges } from '../audit/record-audit.ts';
import type { ExportColumn, FilterDefinition, SortDefinition } from '../listing/list-definition.ts';
import { snakeCase } from './snake-case.ts';

/** An entered field as stored in the database. */
export interface StoredField<Name extends string = string> extends Omit<RecordField, 'rule'> {
  readonly name: Name;
  readonly column: string;
  readonly isNullable: boolean;
  /** Required for a new record. */
  readonly isRequired: boolean;
}

/** Entered fields of a row, by name: absent is null, an instant is a text. */
export type StoredValues<Definition extends RecordDefinition> = {
  readonly [Name in keyof Definition['rules']]: Stored<z.output<Definition['rules'][Name]>>;
};

type Stored<Value> = Value extends undefined ? never : Value extends Date ? string : Value;

/** A rule as a JSON Schema. */
interface FieldSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maximum?: number;
  readonly anyOf?: readonly FieldSchema[];
}

const INT_MAX = 2 ** 31 - 1;
const INSTANT = { type: 'string', format: 'date-time' };
const FORMATS: Readonly<Record<string, RecordFieldKind>> = { uuid: 'ID', date: 'DATE', 'date-time': 'INSTANT' };

/**
 * The entered fields of a record, in its order. Columns are named after the fields in snake case, unless `columns` says
 * otherwise.
 */
export function storedFields<Fields extends RecordFields>(
  { fields, whole }: RecordDefinition<Fields>,
  columns: Readonly<Record<string, string>> = {},
): readonly StoredField<keyof Fields & string>[] {
  const { properties = {}, required = [] } = z.toJSONSchema(whole, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, INSTANT);
    },
  });
  return Object.keys(fields).map((name) => {
    const { rule: _rule, ...traits } = fields[name] as RecordField;
    const choices = alternatives(properties[name] as FieldSchema);
    const isNullable = choices.some(({ type }) => type === 'null');
    refuseDifference(name, traits, choices.find(({ type }) => type !== 'null') ?? {});
    const column = columns[name] ?? snakeCase(name);
    return { ...traits, name, column, isNullable, isRequired: required.includes(name) && !isNullable };
  });
}

function alternatives({ anyOf, type, ...schema }: FieldSchema): readonly FieldSchema[] {
  return anyOf ?? [type].flat().map((one) => (one === undefined ? schema : { ...schema, type: one }));
}

/** The declared kind and values must match the rule. */
function refuseDifference(name: string, { kind, values = {} }: Omit<RecordField, 'rule'>, schema: FieldSchema): void {
  const ruled = kindOf(schema);
  if (ruled !== kind) throw new Error(`The rule of ${name} is of kind ${ruled}, not ${kind}.`);
  if (!isDeepStrictEqual([...(schema.enum ?? [])].sort(), Object.keys(values).sort()))
    throw new Error(`The rule of ${name} has other values than are described.`);
}

function kindOf({ type, format, enum: values, maximum }: FieldSchema): RecordFieldKind | undefined {
  if (values !== undefined) return 'ENUM';
  if (type === undefined) return 'JSON';
  if (type === 'object') return 'LOCALIZED_TEXT';
  if (type === 'boolean') return 'BOOLEAN';
  if (type === 'integer') return (maximum ?? Number.MAX_SAFE_INTEGER) <= INT_MAX ? 'INT' : 'SAFE_INT';
  if (type === 'string') return FORMATS[format ?? ''] ?? 'TEXT';
  return undefined;
}

/** Columns of a list: SQL by field. */
export function listColumns(fields: readonly StoredField[], alias: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map(({ name, kind, column }) => [name, `${alias}.${column}${kind === 'ENUM' ? '::text' : ''}`]),
  );
}

/** Columns of files, by field. */
export function exportColumns<Name extends string>(
  fields: readonly StoredField<Name>[],
  alias: string,
): Readonly<Record<Name, ExportColumn>> {
  const columns = fields.map(({ name, kind, column, permission }) => [
    name,
    {
      sql: `${alias}.${column}`,
      ...(kind === 'LOCALIZED_TEXT' ? { isByLocale: true } : {}),
      ...(permission === undefined ? {} : { permission }),
    },
  ]);
  return Object.fromEntries(columns) as Record<Name, ExportColumn>;
}

const SORT_CASTS = {
  BOOLEAN: 'boolean',
  DATE: 'date',
  ENUM: 'text',
  ID: 'uuid',
  INSTANT: 'timestamptz',
  INT: 'int',
  JSON: 'jsonb',
  LOCALIZED_TEXT: 'text',
  SAFE_INT: 'bigint',
  TEXT: 'text',
} as const;

/** Sorts by the fields with `isSort`: `NICKNAME` for `nickname`. */
export function listSorts(fields: readonly StoredField[], alias: string): Readonly<Record<string, SortDefinition>> {
  return Object.fromEntries(
    fields
      .filter(({ isSort }) => isSort)
      .map(({ name, column, kind }) => [
        snakeCase(name).toUpperCase(),
        {
          sql: `${alias}.${column}_sort`,
          cast: SORT_CASTS[kind],
          field: null,
          defaultDirection: 'ASC' as const,
          isDate: kind === 'DATE' || kind === 'INSTANT',
        },
      ]),
  );
}

const FILTER_KINDS: Partial<Record<RecordFieldKind, FilterDefinition['kind']>> = {
  BOOLEAN: 'BOOLEAN',
  ENUM: 'ENUM',
  ID: 'ID',
  INSTANT: 'INSTANT',
  INT: 'NUMBER',
  SAFE_INT: 'NUMBER',
  TEXT: 'TEXT',
};

/** Filters by the fields with `isFilter`. An enum's type in SQL is named after table and column. */
export function listFilters(
  fields: readonly StoredField[],
  alias: string,
  table = '',
): Readonly<Record<string, FilterDefinition>> {
  return Object.fromEntries(
    fields
      .filter(({ isFilter }) => isFilter)
      .map(({ name, kind, column, permission, values, description }) => {
        const filter = FILTER_KINDS[kind];
        if (filter === undefined) throw new Error(`There is no filter for ${name}, which is of kind ${kind}.`);
        return [
          name,
          {
            kind: filter,
            sql: `${alias}.${column}`,
            description,
            ...(kind === 'ENUM' && { cast: `${table}_${column}`, values: Object.keys(values ?? {}) }),
            ...(permission === undefined ? {} : { permission }),
          },
        ];
      }),
  );
}

/** Entered values of a row in the form of an input: an instant is a date. */
export function inputOf<Definition extends RecordDefinition>(
  { fields }: Definition,
  row: StoredValues<Definition>,
): RecordValues<Definition> {
  const values = Object.entries(fields).map(([name, { kind }]) => {
    const value: unknown = row[name];
    return [name, kind === 'INSTANT' && typeof value === 'string' ? new Date(value) : value];
  });
  return Object.fromEntries(values) as RecordValues<Definition>;
}

/** Values to write, by column: the given ones of the fields. */
export function columnsOf(
  fields: readonly StoredField[],
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields
      .filter(({ name }) => values[name] !== undefined)
      .map(({ name, column, kind }) => {
        const value = values[name];
        return [column, kind === 'LOCALIZED_TEXT' && value !== null ? JSON.stringify(value) : value];
      }),
  );
}

/** Effect of a patch on a record. */
export interface RecordChange {
  /** Values to write, by column. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly changes: AuditChanges;
  readonly personalChanges: AuditChanges;
}

/**
 * The fields of a patch that differ from the record's, as columns and for the audit trail; null without any. `current`
 * has columns.
 */
export function changeOf(
  fields: readonly StoredField[],
  current: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): RecordChange | null {
  const changed = fields.filter(({ name, column }) => patch[name] !== undefined && patch[name] !== current[column]);
  if (changed.length === 0) return null;
  return {
    columns: Object.fromEntries(changed.map(({ name, column }) => [column, patch[name]])),
    ...trailOf(changed, ({ column }) => current[column], patch),
  };
}

/** The given values for the audit trail, with the previous ones; personal ones separately. */
export function trailOf(
  fields: readonly StoredField[],
  before: (field: StoredField) => unknown,
  after: Readonly<Record<string, unknown>>,
): Pick<RecordChange, 'changes' | 'personalChanges'> {
  const pairs = (some: readonly StoredField[]) =>
    Object.fromEntries(some.map((field) => [field.name, [before(field) ?? null, after[field.name]] as const]));
  const given = fields.filter(({ name }) => name in after);
  return {
    changes: pairs(given.filter(({ isPersonal }) => !isPersonal)),
    personalChanges: pairs(given.filter(({ isPersonal }) => isPersonal)),
  };
}
