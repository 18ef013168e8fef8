import { createHash } from 'node:crypto';
import {
  AppError,
  IMPORT_LIMITS,
  type ImportDelimiter,
  type ImportEncoding,
  type ImportEntity,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { fieldsInvalid } from '../../crud/field-input.ts';
import { noteGarbage } from '../../files/garbage.ts';
import { type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import { ownHeaders } from '../../imports/failed-rows.ts';
import type { ImportDefinition, ImportSettings } from '../../imports/import-definition.ts';
import { guessMapping } from '../../imports/import-fields.ts';
import type { ImportDefinitions, ImportJobs } from '../../imports/import-job.ts';
import { ProblemPlaces } from '../../imports/import-problems.ts';
import { type ImportColumn, type ImportRecord, importNotFound, readImports } from '../../imports/import-record.ts';
import type { TableLook } from '../../imports/reading/table.ts';
import type { TableReading } from '../../imports/reading/table-format.ts';
import { TableError } from '../../imports/table-error.ts';
import { lookAtTable } from '../../imports/table-thread.ts';
import { withoutCardNumbers } from '../../imports/values/card-numbers.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { isUuid } from '../../listing/list-filter.ts';
import {
  bestMatch,
  checkSettings,
  firstSettings,
  formatsFor,
  invalid,
  missingFields,
  unclearColumns,
} from './import-settings.ts';

const SAMPLE_MAX = 80;

/** Dependencies of imports. */
export interface ImportParts {
  readonly definitions: ImportDefinitions;
  readonly jobs: ImportJobs;
}

/** Returns the definition of a kind, if the caller may import it. @throws AppError `access.denied` */
export function definitionFor({ caller }: RequestContext, parts: ImportParts, entity: ImportEntity): ImportDefinition {
  const definition = parts.definitions.get(entity);
  if (definition === undefined) throw new AppError('record.not-found');
  requirePermission(caller, definition.permission);
  return definition;
}

/** Returns one of the caller's imports. @throws AppError `record.not-found`, `access.denied` */
export async function findImport(
  context: RequestContext,
  parts: ImportParts,
  id: string,
  isLocked = false,
): Promise<ImportRecord> {
  const [record] = isUuid(id) ? await readImports(context.db, context.caller.sub, { id, isLocked }) : [];
  if (record === undefined) throw importNotFound();
  definitionFor(context, parts, record.entity);
  return record;
}

/** Input for a new import. */
export interface NewImport {
  readonly entity: ImportEntity;
  readonly uploadId: string;
  readonly fileName: string;
  /** Id of the campaign that codes are added to. */
  readonly into?: string | null | undefined;
}

/**
 * Creates an import from an upload, and guesses its format and mapping.
 * @throws AppError `access.denied`, `record.not-found` for the upload, `field.invalid` on `file`
 */
export async function createImport(
  context: RequestContext,
  parts: ImportParts,
  input: NewImport,
): Promise<ImportRecord> {
  const { db, caller, services } = context;
  const definition = definitionFor(context, parts, input.entity);
  const expiresAt = await keptUntil(context);
  const { uploads } = services.files;
  const campaignId = input.into ?? null;
  if ((campaignId === null) !== (definition.admit === undefined)) throw importNotFound();
  if (campaignId !== null) await definition.admit?.(context, campaignId);
  const look = await firstLook(context, definition, await uploads.keyFor(caller, input.uploadId, 'import')).catch(
    async (error) => {
      await uploads.discard(caller, input.uploadId, 'import');
      throw error;
    },
  );
  const key = await uploads.keep(db, caller, input.uploadId, 'import', expiresAt);
  const fileName =
    withoutCardNumbers(input.fileName).trim().slice(0, IMPORT_LIMITS.fileNameMax).toWellFormed().replaceAll('\0', '') ||
    'file';
  const guessed = await settingsFor(context, definition, look.columns);
  // The heading does not show the language of a file of texts.
  const settings =
    look.format === 'JSON'
      ? { ...guessed, mapping: [guessed.mapping[0] ?? null, definition.fieldOfFile?.(fileName) ?? null] }
      : guessed;
  const { rows } = await sql<{ id: string }>`
    insert into import (entity, campaign_id, owner_sub, file_name, file_key, size_bytes, format, reading, columns, settings, expires_at)
    values (${input.entity}, ${campaignId}, ${caller.sub}, ${fileName}, ${key}, ${look.sizeBytes}, ${look.format},
      ${JSON.stringify(look.reading)}, ${JSON.stringify(look.columns)}, ${JSON.stringify(settings)}, ${expiresAt})
    returning id`.execute(db);
  return findImport(context, parts, rows[0]?.id ?? '');
}

/** Changes to the settings of an import; absent members are kept. */
export interface ImportChange {
  readonly id: string;
  readonly encoding?: ImportEncoding | null | undefined;
  readonly delimiter?: ImportDelimiter | null | undefined;
  readonly sheet?: string | null | undefined;
  readonly headingRow?: number | null | undefined;
  readonly settings?: Partial<ImportSettings>;
}

/**
 * Changes the settings of an import, which invalidates its check.
 * @throws AppError `record.not-found`, `state.invalid-transition` while a job works on it, `field.invalid`
 */
export async function updateImport(
  context: RequestContext,
  parts: ImportParts,
  change: ImportChange,
): Promise<ImportRecord> {
  const record = await findImport(context, parts, change.id, true);
  await refuseBusy(context, record);
  const definition = definitionFor(context, parts, record.entity);
  let { reading, columns, settings } = record;
  const said: Partial<TableReading> = {
    ...(change.encoding != null && { encoding: change.encoding, choices: [] }),
    ...(change.delimiter != null && { delimiter: change.delimiter }),
    ...(change.sheet != null && { sheet: change.sheet }),
    ...(change.headingRow != null && { headingRow: change.headingRow }),
  };
  // Another sheet or delimiter makes other rows.
  const isOtherTable = change.sheet != null || change.delimiter != null;
  if (Object.keys(said).length > 0) {
    const { headingRow, ...same } = reading;
    const look = await lookAt(context, definition, record.fileKey, {
      ...same,
      ...(!isOtherTable && { headingRow }),
      ...said,
    });
    reading = look.reading;
    columns = look.columns;
    settings = await settingsFor(context, definition, columns);
  }
  settings = { ...settings, ...change.settings };
  settings = { ...settings, formats: formatsFor(definition, columns, settings) };
  const { mapping, matchBy } = settings;
  // Rows are matched by a column that the file has, unless a person says otherwise.
  if (change.settings?.matchBy === undefined && !matchBy.every((field) => mapping.includes(field)))
    settings = { ...settings, matchBy: bestMatch(definition, columns, mapping) };
  checkSettings(definition, settings, columns.length);
  const wished = change.settings?.formats ?? [];
  if (wished.some((format, index) => format !== null && format !== settings.formats?.[index]))
    throw fieldsInvalid({ formats: [{ rule: 'invalid' }] });
  await changeHeld(context, record, Object.keys(said).length > 0);
  await sql`
    update import set reading = ${JSON.stringify(reading)}::jsonb - 'broken', columns = ${JSON.stringify(columns)},
      settings = ${JSON.stringify(settings)}, check_job_id = null, run_job_id = null, recheck_job_id = null,
      imported_through = 0, imported_rows = 0
    where id = ${record.id}`.execute(context.db);
  return findImport(context, parts, record.id);
}

/**
 * Starts the check or the import. The import requires a finished check of the same settings.
 * @throws AppError `record.not-found`, `state.invalid-transition`, `field.invalid` for fields that are not mapped
 */
export async function startImportJob(
  context: RequestContext,
  parts: ImportParts,
  id: string,
  step: 'check' | 'run',
): Promise<ImportRecord> {
  const { db } = context;
  const record = await findImport(context, parts, id, true);
  const { entity, fileName, settings } = record;
  const required = [{ rule: 'required' }];
  if ((record.reading.choices ?? []).length > 0)
    throw invalid('The encoding of the file must be chosen.', { encoding: required });
  const definition = definitionFor(context, parts, entity);
  if (unclearColumns(definition, record.columns, settings).length > 0)
    throw invalid('The order of dates or the decimal mark of a column must be chosen.', { formats: required });
  const missing = missingFields(definition, settings);
  if (missing.length > 0)
    throw invalid('Some fields have no column.', Object.fromEntries(missing.map((field) => [field, required])));
  // A second click while the job runs is the same request.
  const before = step === 'check' ? [record.checkJobId, record.recheckJobId] : [record.runJobId];
  for (const jobId of before) if (jobId !== null && (await isActive(context, jobId))) return record;
  await refuseBusy(context, record);
  const isRecheck = step === 'check' && (await hasCorrected(context, record));
  const total = step === 'run' ? await rowsToImport(context, record) : null;
  // Kept for another day, so that the job finds it and its result can be read.
  await keepLonger(context, record);
  const jobId = await enqueueJob(
    context,
    parts.jobs[step],
    { importId: record.id, entity, fileName, settings, isRecheck },
    { dedupe: record.id, total },
  );
  const column = sql.ref(isRecheck ? 'recheck_job_id' : step === 'check' ? 'check_job_id' : 'run_job_id');
  await sql`update import set ${column} = ${jobId}, reading = ${
    step === 'check' ? sql`reading - 'broken'` : sql`reading`
  } ${step === 'check' && !isRecheck ? sql`, recheck_job_id = null` : sql``} where id = ${record.id}`.execute(db);
  if (step === 'run') await remember(context, record);
  return findImport(context, parts, record.id);
}

/**
 * Deletes an import and its file. @throws AppError `record.not-found`, `state.invalid-transition` while a job works on
 * it
 */
export async function discardImport(context: RequestContext, parts: ImportParts, id: string): Promise<string> {
  const record = await findImport(context, parts, id, true);
  await refuseBusy(context, record);
  await noteGarbage(context.db, record.fileKey, context.now);
  await context.db.deleteFrom('import').where('id', '=', record.id).execute();
  return record.id;
}

type Look = Omit<TableLook, 'formats' | 'headers' | 'rows'> & { readonly columns: readonly ImportColumn[] };

async function lookAt(
  { services }: RequestContext,
  definition: ImportDefinition,
  key: string,
  said: Partial<TableReading>,
): Promise<Look> {
  const given = definition.entryReader === undefined ? said : { ...said, format: 'ZIP' as const };
  try {
    const { headers, rows, formats, reading, ...look } = await lookAtTable(services.files.store, key, given);
    // An identifier may have the digits of a payment card.
    const places = new ProblemPlaces(headers, { mapping: guessMapping(definition, headers) }, definition);
    const safe = rows.map((row) => places.safe(row));
    const masked = definition.mask ?? ((text) => text);
    const hidden = (text: string): string => masked(withoutCardNumbers(text));
    const columns = headers.map((header, index) => ({
      header: shown(hidden(header)),
      samples: safe.map(({ cells }) => shown(masked(cells[index] ?? ''))),
      formats: formats[index] ?? { DATE: [], WHOLE: [] },
    }));
    const topRows = reading.topRows.map(({ row, text }) => ({ row, text: hidden(text) }));
    const choices = reading.choices.map((choice) => ({ ...choice, lines: choice.lines.map(hidden) }));
    return { ...look, reading: { ...reading, topRows, choices }, columns };
  } catch (error) {
    throw error instanceof TableError ? fileInvalid(error) : error;
  }
}

/** A file may be a mere list of values: then it has no heading. */
async function firstLook(context: RequestContext, definition: ImportDefinition, key: string): Promise<Look> {
  const look = await lookAt(context, definition, key, {});
  const { headingRow: _found, ...reading } = look.reading;
  const isHeaded = guessMapping(definition, headersOf(look.columns)).some((field) => field !== null);
  const isList = !isHeaded && look.columns.some(({ header }) => definition.isData?.(header) === true);
  return isList ? lookAt(context, definition, key, { ...reading, headingRow: 0 }) : look;
}

/** The form error for a file that cannot be read. */
export function fileInvalid({ rule, row, kind }: TableError): AppError {
  const problem = { rule, params: { row, ...(kind !== undefined && { kind }) } };
  return invalid('The file cannot be read.', { file: [problem] });
}

/** Shortens a text and removes characters that can't be stored. */
function shown(text: string): string {
  const kept = text.replaceAll('\0', '\ufffd').toWellFormed();
  return kept.length > SAMPLE_MAX ? `${kept.slice(0, SAMPLE_MAX - 1).toWellFormed()}…` : kept;
}

/** Returns the caller's last settings for a file with the same headings, or a guess. */
async function settingsFor(
  { db, caller }: RequestContext,
  definition: ImportDefinition,
  columns: readonly ImportColumn[],
): Promise<ImportSettings> {
  const { rows } = await sql<{ settings: ImportSettings }>`
    select settings from import_mapping where owner_sub = ${caller.sub} and entity = ${definition.entity}
      and headers_sha256 = ${headersHash(columns)}`.execute(db);
  const [known] = rows;
  const own = known?.settings.mapping.slice(0, ownHeaders(headersOf(columns)).length) ?? [];
  const settings =
    known === undefined
      ? firstSettings(definition, columns)
      : { ...known.settings, mapping: columns.map((_column, index) => own[index] ?? null) };
  return { ...settings, formats: formatsFor(definition, columns, settings) };
}

function headersOf(columns: readonly ImportColumn[]): readonly string[] {
  return columns.map(({ header }) => header);
}

async function remember({ db, caller }: RequestContext, { entity, columns, settings }: ImportRecord): Promise<void> {
  await sql`
    insert into import_mapping (owner_sub, entity, headers_sha256, settings)
    values (${caller.sub}, ${entity}, ${headersHash(columns)}, ${JSON.stringify(settings)})
    on conflict (owner_sub, entity, headers_sha256) do update set settings = excluded.settings, used_at = excluded.used_at
  `.execute(db);
}

function headersHash(columns: readonly ImportColumn[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(ownHeaders(headersOf(columns))))
    .digest();
}

async function keptUntil({ db }: RequestContext): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    select now() + make_interval(hours => ${IMPORT_LIMITS.keptHours}::int) as until`.execute(db);
  if (rows[0] === undefined) throw new Error('The database did not return the current time');
  return rows[0].until;
}

async function isActive({ db }: RequestContext, jobId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from job where id = ${jobId} and state in ('QUEUED', 'RUNNING')`.execute(db);
  return rows.length > 0;
}

/** @throws AppError `state.invalid-transition` while a job works on an import */
export async function refuseBusy(
  context: RequestContext,
  { checkJobId, recheckJobId, runJobId }: ImportRecord,
): Promise<void> {
  for (const id of [checkJobId, recheckJobId, runJobId]) {
    if (id !== null && (await isActive(context, id))) throw notPossible('A job is working on this file.');
  }
}

/** Keeps an import with its file for another day. */
export async function keepLonger(context: RequestContext, { id, fileKey }: ImportRecord): Promise<void> {
  const expiresAt = await keptUntil(context);
  await noteGarbage(context.db, fileKey, expiresAt);
  await sql`update import set expires_at = ${expiresAt} where id = ${id}`.execute(context.db);
}

/** Corrections stay with other settings, and need another check. In another table they have no meaning. */
async function changeHeld({ db }: RequestContext, { id }: ImportRecord, isReadAnew: boolean): Promise<void> {
  if (isReadAnew) await sql`delete from import_problem where import_id = ${id}`.execute(db);
  else
    await sql`update import_problem set state = 'CORRECTED' where import_id = ${id} and state in ('READY', 'DONE')`.execute(
      db,
    );
}

/** Whether the file was checked with these settings, and rows were corrected since. */
async function hasCorrected({ db }: RequestContext, { id, checkJobId }: ImportRecord): Promise<boolean> {
  const { rows } = await sql`
    select from job where id = ${checkJobId} and state = 'SUCCEEDED'
      and exists (select from import_problem where import_id = ${id} and state = 'CORRECTED')`.execute(db);
  return rows.length > 0;
}

/** Returns the number of rows of the first import of a file; null if only some are left. */
async function rowsToImport(
  { db }: RequestContext,
  { checkJobId, importedThrough, reading }: ImportRecord,
): Promise<number | null> {
  const { rows } = await sql<{ done: string | number }>`
    select done from job where id = ${checkJobId} and state = 'SUCCEEDED'`.execute(db);
  const [check] = rows;
  if (check === undefined) throw notPossible('The file must be checked before it is imported.');
  if (reading.broken !== undefined) throw notPossible("The file can't be read to the end.");
  return importedThrough === 0 ? Number(check.done) : null;
}

/** The error of a step that the state of an import does not allow. */
export function notPossible(message: string): AppError {
  return new AppError('state.invalid-transition', { message, details: { allowed: [] } });
}
