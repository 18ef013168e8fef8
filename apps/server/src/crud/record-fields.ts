import type { RecordDefinition, RecordField, RecordFields } from '@backcounter/domain';
import type { AuditChanges } from '../audit/record-audit.ts';
import type { ExportColumn, FilterDefinition, SortDefinition } from '../listing/list-definition.ts';
import { type EntityField, entityFields, snakeCase } from './entity-field.ts';

/** An entered field as the database has it. */
export interface StoredField<Name extends string = string> extends EntityField, Omit<RecordField, 'rule'> {
  readonly name: Name;
  readonly column: string;
}

const SORT_CASTS = {
  BOOLEAN: 'boolean',
  DATE: 'date',
  ENUM: 'text',
  ID: 'uuid',
  INT: 'int',
  LOCALIZED_TEXT: 'text',
  SAFE_INT: 'bigint',
  TEXT: 'text',
} as const;
const FILTER_KINDS = { BOOLEAN: 'BOOLEAN', INT: 'NUMBER', SAFE_INT: 'NUMBER', ID: 'ID', TEXT: 'TEXT' } as const;
/** The entered fields of a record, in its order. Columns are named as the fields in snake case, except where `columns` says otherwise. */
export function storedFields<Fields extends RecordFields>(
  { fields, patch }: RecordDefinition<Fields>,
  columns: Readonly<Record<string, string>> = {},
): readonly StoredField<keyof Fields & string>[] {
  return entityFields(patch, []).map((field) => {
    const name = field.name as keyof Fields & string;
    const { rule: _rule, ...traits } = fields[name] as RecordField;
    if (traits.kind !== field.kind)
      throw new Error(`The rule of ${name} is of kind ${field.kind}, not ${traits.kind}.`);
    return { ...field, ...traits, name, column: columns[name] ?? snakeCase(name) };
  });
}

/** Columns of a list: SQL by field. */
export function listColumns(fields: readonly StoredField[], alias: string): Readonly<Record<string, string>> {
  return Object.fromEntries(fields.map(({ name, column }) => [name, `${alias}.${column}`]));
}

/** Columns of files, by field. */
export function exportColumns<Name extends string>(
  fields: readonly StoredField<Name>[],
  alias: string,
): Readonly<Record<Name, ExportColumn>> {
  const columns = fields.map(({ name, column, permission }) => [
    name,
    { sql: `${alias}.${column}`, ...(permission === undefined ? {} : { permission }) },
  ]);
  return Object.fromEntries(columns) as Record<Name, ExportColumn>;
}

/** Orders by the fields that say so: `NICKNAME` for `nickname`. */
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
          isDate: kind === 'DATE',
        },
      ]),
  );
}

/** Filters by the fields that say so. */
export function listFilters(fields: readonly StoredField[], alias: string): Readonly<Record<string, FilterDefinition>> {
  return Object.fromEntries(
    fields
      .filter(({ isFilter }) => isFilter)
      .map(({ name, kind, column, permission }) => {
        const filter = FILTER_KINDS[kind as keyof typeof FILTER_KINDS];
        if (filter === undefined) throw new Error(`There is no filter for ${name}, which is of kind ${kind}.`);
        return [name, { kind: filter, sql: `${alias}.${column}`, ...(permission === undefined ? {} : { permission }) }];
      }),
  );
}

/** What a patch does to a record. */
export interface RecordChange {
  /** Values to write, by column. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly changes: AuditChanges;
  readonly personalChanges: AuditChanges;
}

/** The fields of a patch that differ from the record's columns, as columns and for the audit trail; null when none does. */
export function changeOf(
  fields: readonly StoredField[],
  current: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): RecordChange | null {
  const changed = fields.filter(({ name, column }) => patch[name] !== undefined && patch[name] !== current[column]);
  if (changed.length === 0) return null;
  const pairs = (some: readonly StoredField[]) =>
    Object.fromEntries(some.map(({ name, column }) => [name, [current[column], patch[name]] as const]));
  return {
    columns: Object.fromEntries(changed.map(({ name, column }) => [column, patch[name]])),
    changes: pairs(changed.filter(({ isPersonal }) => !isPersonal)),
    personalChanges: pairs(changed.filter(({ isPersonal }) => isPersonal)),
  };
}
