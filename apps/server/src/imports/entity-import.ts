import {
  AppError,
  type FieldProblems,
  IMPORT_PERMISSIONS,
  type ImportEntity,
  SOURCE_LOCALE,
} from '@backcounter/domain';
import { sql } from 'kysely';
import type { Entity } from '../crud/entity.ts';
import { snakeCase } from '../crud/snake-case.ts';
import { createRecord, updateRecord } from '../crud/write-record.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { namesOf } from './field-names.ts';
import type { ImportDefinition, ImportRow, ImportSettings, RowOutcome, RowProblem } from './import-definition.ts';
import { isNamed } from './named-records.ts';
import { importField, importFields } from './record-import.ts';
import { UNDO_IMPORT } from './undo-import.job.ts';

const BATCH_ROWS = 100;

/** How a file refers to another record. */
export interface ImportLink {
  /** Field of the file with the record's code. */
  readonly field: string;
  /** Its table, which has the column `code`. */
  readonly table: string;
  /**
   * If codes are unique only within another value of the row: that value's field, which is also a column of the table.
   */
  readonly within?: string;
  /** Rule broken if the code exists only within another such value. */
  readonly misplaced?: string;
}

/** Declares the import of a reference data entity. Its fields are the entity's own. */
export interface EntityImportDeclaration {
  readonly entity: ImportEntity;
  /** Fields that are unique together and identify a row's record. */
  readonly match: readonly string[];
  /** Links by the field that refers to the record. */
  readonly links: Readonly<Record<string, ImportLink>>;
  readonly canCreate: boolean;
  /** Fields of `match` that cannot be edited, with an example each. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Creates the import of an entity. Each row follows the same rules, versions and audit as a manual edit. */
export function entityImport(entity: Entity, declaration: EntityImportDeclaration): ImportDefinition {
  const { match, links, canCreate, given = {} } = declaration;
  const fields = importFields(entity.inputs, entity.record.rules).map((field) => {
    const key = links[field.key]?.field ?? field.key;
    const isRequired = entity.inputs.some(({ name, isRequired }) => name === field.key && isRequired);
    return { ...field, key, isRequired, names: namesOf(key) };
  });
  const keys = Object.entries(given).map(([key, example]) => importField(key, 'TEXT', example, { isRequired: true }));
  return {
    entity: declaration.entity,
    permission: IMPORT_PERMISSIONS[declaration.entity],
    fields: [...keys, ...fields],
    matches: [match],
    unique: [],
    canCreate,
    batchRows: BATCH_ROWS,
    record: entity,
    undo: ({ undone, reason }) => ({ kind: UNDO_IMPORT, params: { entity: declaration.entity, undone, reason } }),
    write: (context, rows, { settings }) => writeRows(context, { entity, match, links, settings }, rows),
  };
}

interface Parts extends Pick<EntityImportDeclaration, 'match' | 'links'> {
  readonly entity: Entity;
  readonly settings: ImportSettings;
}

async function writeRows(context: EffectContext, parts: Parts, rows: readonly ImportRow[]): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    context.signal.throwIfAborted();
    await sql`savepoint import_row`.execute(context.db);
    try {
      outcomes.push(await writeRow(context, parts, row));
      await sql`release savepoint import_row`.execute(context.db);
    } catch (error) {
      const problems = error instanceof AppError ? problemsOf(error, parts) : null;
      if (problems === null) throw error;
      await sql`rollback to savepoint import_row`.execute(context.db);
      outcomes.push(problems);
    }
  }
  return outcomes;
}

async function writeRow(context: EffectContext, parts: Parts, { values }: ImportRow): Promise<RowOutcome> {
  const { entity, settings } = parts;
  const existing = await findRecord(context, parts, values);
  if (existing === null && settings.missingRows === 'SKIP') return 'missing';
  if (existing !== null && settings.existingRows === 'SKIP') return 'exists';
  const linked = await withLinks(context, parts, values, existing);
  if (Array.isArray(linked)) return linked;
  const input = nested(linked as ImportRow['values'], existing);
  if (existing === null) {
    await createRecord(context, entity, input);
    return 'created';
  }
  const open = new Set(Object.keys(entity.record.patch.shape));
  const changes = Object.fromEntries(Object.entries(input).filter(([field]) => open.has(field)));
  return (await updateRecord(context, entity, existing, changes)) ? 'updated' : 'unchanged';
}

interface Existing {
  readonly id: string;
  readonly expectedVersion: number;
  /** Localized texts by field; languages missing from the file are kept. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Ids of linked records, and values of `within`, by field, so that a file need not repeat them. */
  readonly scopes: Readonly<Record<string, string | null>>;
}

async function findRecord(
  { db }: EffectContext,
  { entity: { table, key, inputs }, match, links }: Parts,
  values: ImportRow['values'],
): Promise<Existing | null> {
  const conditions = match.map((field) => sql`${sql.ref(snakeCase(field))} = ${String(values[field])}`);
  const texts = inputs.filter(({ kind }) => kind === 'LOCALIZED_TEXT').map(({ name }) => name);
  const scopes = Object.entries(links).flatMap(([field, { within }]) => [
    field,
    ...(within === undefined ? [] : [within]),
  ]);
  const { rows } = await sql<Existing>`
    select ${sql.ref(key.column)}::text as id, version as "expectedVersion",
      ${valuesByField(texts)} as texts, ${valuesByField(scopes)} as scopes
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} for update`.execute(db);
  return rows[0] ?? null;
}

/** SQL of a JSON object with a record's values by field. */
function valuesByField(fields: readonly string[]) {
  const members = fields.flatMap((name) => [sql`${name}::text`, sql.ref(snakeCase(name))]);
  return members.length > 0 ? sql`jsonb_build_object(${sql.join(members)})` : sql`'{}'::jsonb`;
}

/** Replaces codes and names of linked records by their ids. */
async function withLinks(
  { db }: EffectContext,
  { links }: Parts,
  values: ImportRow['values'],
  existing: Existing | null,
): Promise<ImportRow['values'] | RowProblem[]> {
  const linked = { ...values };
  for (const [field, { field: column, table, within, misplaced = 'unknown' }] of Object.entries(links)) {
    const code = linked[column];
    delete linked[column];
    if (code === undefined) continue;
    linked[field] = null;
    if (code === null) continue;
    const { rows } = await sql<{ id: string; is_within: boolean }>`
      select r.id::text as id, ${scopeOf(within, linked, existing)} as is_within from ${sql.table(table)} r
      where ${isNamed(table, sql`${String(code)}::text`)}`.execute(db);
    const here = rows.filter((row) => row.is_within);
    const found = here.find(({ id }) => id === existing?.scopes[field]) ?? (here.length === 1 ? here[0] : undefined);
    if (found === undefined)
      return [{ field: column, rule: here.length > 1 ? 'ambiguous' : rows.length > 0 ? misplaced : 'unknown' }];
    linked[field] = found.id;
  }
  return linked;
}

/** SQL condition that limits a code to its scope. */
function scopeOf(within: string | undefined, values: ImportRow['values'], existing: Existing | null) {
  const scope = within === undefined ? null : (values[within] ?? existing?.scopes[within]);
  return within === undefined || typeof scope !== 'string'
    ? sql`true`
    : sql`${sql.ref(`r.${snakeCase(within)}`)} = ${scope}`;
}

/** Nests `nameI18n.de-DE` into `nameI18n`. */
function nested(values: ImportRow['values'], existing: Existing | null): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const dot = key.indexOf('.');
    if (dot < 0) {
      input[key] = value;
      continue;
    }
    const field = key.slice(0, dot);
    const locale = key.slice(dot + 1);
    const before = existing?.texts[field];
    // Exports show the source text where a translation is missing.
    if (before !== undefined && before[locale] === undefined && value === before[SOURCE_LOCALE]) continue;
    const texts = (input[field] as Record<string, unknown> | undefined) ?? { ...before };
    input[field] = { ...texts, [locale]: value };
  }
  return input;
}

/** Problems of a row by field of the file; null for errors that are not the row's. */
function problemsOf({ code, details }: AppError, { links, settings }: Parts): RowProblem[] | null {
  if (code === 'state.invalid-transition') return [{ field: null, rule: 'not-editable' }];
  if (code !== 'field.invalid') return null;
  return Object.entries((details.fields ?? {}) as FieldProblems).flatMap(([path, problems]) => {
    const column = links[path]?.field ?? path;
    const field = settings.mapping.includes(column)
      ? column
      : (settings.mapping.find((key) => key?.startsWith(`${column}.`)) ?? column);
    return problems.map((problem) => ({ field, ...problem }));
  });
}
