import { AppError, type FieldProblems, IMPORT_PERMISSIONS, type ImportEntity } from '@backcounter/domain';
import { sql } from 'kysely';
import type { Entity } from '../crud/entity.ts';
import { snakeCase } from '../crud/snake-case.ts';
import { createRecord, updateRecord } from '../crud/write-record.ts';
import type { EffectContext } from '../graphql/request-context.ts';
import { FIELD_NAMES } from './field-names.ts';
import type {
  ImportDefinition,
  ImportField,
  ImportRow,
  ImportSettings,
  RowOutcome,
  RowProblem,
} from './import-definition.ts';
import { importFields } from './record-import.ts';

const BATCH_ROWS = 100;

/** How a file names the record that a field refers to. */
export interface ImportLink {
  /** Field of the file that holds the record's code. */
  readonly field: string;
  /** Its table, with the column `code`. */
  readonly table: string;
  /** Where codes are unique only together with another value of the row: that value's field, which the table has as a column too. */
  readonly within?: string;
  /** Rule that is broken where the code is only one of another such value. */
  readonly misplaced?: string;
}

/** What is said about the import of an entity of reference data; its fields are the entity's own. */
export interface EntityImportDeclaration {
  readonly entity: ImportEntity;
  /** Fields that are unique together and by which rows find their records. */
  readonly match: readonly string[];
  /** By field that refers to a record. */
  readonly links: Readonly<Record<string, ImportLink>>;
  readonly canCreate: boolean;
  /** Fields of `match` that nobody enters, with an example of each. */
  readonly given?: Readonly<Record<string, string>>;
}

/** Makes the import of an entity: each row goes through the same rules, versions and audit rows as an edit by hand. */
export function entityImport(entity: Entity, declaration: EntityImportDeclaration): ImportDefinition {
  const { match, links, canCreate, given = {} } = declaration;
  const fields = importFields(entity.inputs).map((field) => {
    const key = links[field.key]?.field ?? field.key;
    const isRequired = entity.inputs.some(({ name, isRequired }) => name === field.key && isRequired);
    return { ...field, key, isRequired, names: FIELD_NAMES[key] ?? [] };
  });
  const keys = Object.entries(given).map(
    ([key, example]): ImportField => ({ key, kind: 'TEXT', isRequired: true, example, names: FIELD_NAMES[key] ?? [] }),
  );
  return {
    entity: declaration.entity,
    permission: IMPORT_PERMISSIONS[declaration.entity],
    fields: [...keys, ...fields],
    matches: [match],
    unique: [],
    canCreate,
    batchRows: BATCH_ROWS,
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
  /** Texts in several languages, by field: what a file does not name stays. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Values that its links are looked for within, by field: a file need not name them again. */
  readonly scopes: Readonly<Record<string, string | null>>;
}

async function findRecord(
  { db }: EffectContext,
  { entity: { table, key, inputs }, match, links }: Parts,
  values: ImportRow['values'],
): Promise<Existing | null> {
  const conditions = match.map((field) => sql`${sql.ref(snakeCase(field))} = ${String(values[field])}`);
  const texts = inputs.filter(({ kind }) => kind === 'LOCALIZED_TEXT').map(({ name }) => name);
  const scopes = Object.values(links).flatMap(({ within }) => within ?? []);
  const { rows } = await sql<Existing>`
    select ${sql.ref(key.column)}::text as id, version as "expectedVersion",
      ${valuesByField(texts)} as texts, ${valuesByField(scopes)} as scopes
    from ${sql.table(table)} where ${sql.join(conditions, sql` and `)} for update`.execute(db);
  return rows[0] ?? null;
}

/** Values of a record by the names of their fields, as JSON. */
function valuesByField(fields: readonly string[]) {
  const members = fields.flatMap((name) => [sql`${name}::text`, sql.ref(snakeCase(name))]);
  return members.length > 0 ? sql`jsonb_build_object(${sql.join(members)})` : sql`'{}'::jsonb`;
}

/** Codes of other records as their ids. */
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
      select id::text as id, ${scopeOf(within, linked, existing)} as is_within from ${sql.table(table)}
      where code = ${String(code)} order by is_within desc limit 1`.execute(db);
    const [found] = rows;
    if (found === undefined) return [{ field: column, rule: 'unknown' }];
    if (!found.is_within) return [{ field: column, rule: misplaced }];
    linked[field] = found.id;
  }
  return linked;
}

/** The rest of the key of a record whose code alone names several. */
function scopeOf(within: string | undefined, values: ImportRow['values'], existing: Existing | null) {
  const scope = within === undefined ? null : (values[within] ?? existing?.scopes[within]);
  return within === undefined || typeof scope !== 'string' ? sql`true` : sql`${sql.ref(snakeCase(within))} = ${scope}`;
}

/** `nameI18n.de-DE` as part of `nameI18n`. */
function nested(values: ImportRow['values'], existing: Existing | null): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const dot = key.indexOf('.');
    if (dot < 0) {
      input[key] = value;
      continue;
    }
    const field = key.slice(0, dot);
    const texts = (input[field] as Record<string, unknown> | undefined) ?? { ...existing?.texts[field] };
    input[field] = { ...texts, [key.slice(dot + 1)]: value };
  }
  return input;
}

/** Problems of a row, by the fields of the file; null for what is nothing that a row can be blamed for. */
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
