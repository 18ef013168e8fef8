import { createHash } from 'node:crypto';
import {
  AppError,
  IMPORT_EMPTY_CELLS,
  IMPORT_ENTITIES,
  IMPORT_EXISTING_ROWS,
  IMPORT_MISSING_ROWS,
  type ImportEntity,
} from '@backcounter/domain';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ApprovalSubject } from '../approvals/require-approval.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import { type PictureContext, type RequestContext, requirePermission } from '../graphql/request-context.ts';
import { transactionRunner } from '../graphql/sql-runner.ts';
import { defineJob, type JobBatch, type JobKind, type JobRun } from '../jobs/job-definition.ts';
import { writeFailedRows } from './failed-rows.ts';
import { claimRows, keepResults, rowsOf } from './held-rows.ts';
import { type Batch, ImportBatches } from './import-batches.ts';
import type { ImportDefinition, ImportWork, RowOutcome, WriteOptions } from './import-definition.ts';
import { keepProblems, ProblemPlaces } from './import-problems.ts';
import { type ImportRecord, importNotFound, readImports, tableOf } from './import-record.ts';
import type { TableRow } from './table-row.ts';
import { tableRows } from './table-thread.ts';
import { CountryNames } from './values/countries.ts';
import { writeTolerantly } from './write-tolerantly.ts';

/** All imports by entity. */
export type ImportDefinitions = ReadonlyMap<ImportEntity, ImportDefinition>;

const importParams = z.strictObject({
  importId: z.uuid(),
  entity: z.enum(IMPORT_ENTITIES),
  fileName: z.string(),
  /** Checks corrected rows only. */
  isRecheck: z.boolean().default(false),
  settings: z.strictObject({
    mapping: z.array(z.string().nullable()),
    formats: z.array(z.string().nullable()).optional(),
    matchBy: z.array(z.string()),
    emptyCells: z.enum(IMPORT_EMPTY_CELLS),
    existingRows: z.enum(IMPORT_EXISTING_ROWS),
    missingRows: z.enum(IMPORT_MISSING_ROWS),
  }),
});
/** A file with the settings at the time the job was started. */
export type ImportParams = z.infer<typeof importParams>;

/** The two kinds of import jobs. */
export type ImportJobs = ReturnType<typeof createImportJobs>;

/** Creates both jobs. They do the same work, but the check is rolled back: it reports the result of each row. */
export function createImportJobs(definitions: ImportDefinitions) {
  const job = (kind: string, isDryRun: boolean): JobKind<ImportParams> =>
    defineJob<ImportParams>({
      kind,
      params: importParams,
      permission: 'import.use',
      permissionsFor: ({ entity }) => {
        const definition = definitions.get(entity);
        return definition === undefined ? [] : [definition.permission];
      },
      summarise: ({ entity, fileName }) => ({ entity, fileName }),
      ...(!isDryRun && {
        approval: (context, params, total) => importApproval(context, params, total, definitions),
        undo: { job: ({ entity, fileName }, how) => definitions.get(entity)?.undo?.(how, fileName) ?? null },
      }),
      run: (run, params) => work(run, params, definitions, isDryRun),
    });
  return { check: job('import.check', true), run: job('import.run', false) };
}

/** Points that a file moves, or else its rows. A changed setting or correction needs another check, which is in the hash. */
async function importApproval(
  { db }: RequestContext,
  { importId, entity, fileName, settings }: ImportParams,
  total: number | null,
  definitions: ImportDefinitions,
): Promise<ApprovalSubject> {
  const { rows } = await sql<{ check: string | null; file: unknown }>`
    select check_job_id as check, jsonb_build_array(file_key, reading, settings, check_job_id, recheck_job_id, imported_through) as file
    from import where id = ${importId}`.execute(db);
  const [{ check, file } = { check: null, file: null }] = rows;
  const { entries } = definitions.get(entity) ?? {};
  const totals = check === null ? null : ((await entries?.totals(db, check)) ?? null);
  const points = totals === null ? null : totals.credited + totals.debited;
  return {
    action: entries === undefined ? 'BULK' : 'POINTS_ADJUST',
    value: entries === undefined ? total : points,
    entityType: null,
    entityId: null,
    read: async () => ({
      title: fileName,
      fields: Object.entries({ entity, ...settings }).map(([key, after]) => ({ key, before: null, after })),
      figures: [{ key: 'reaches', value: total }, ...(entries === undefined ? [] : [{ key: 'points', value: points }])],
      records: [importId, file],
    }),
  };
}

interface Cursor {
  readonly row: number;
  /** True if the file cannot be read further. */
  readonly isBroken: boolean;
  readonly created?: number;
}

async function work(
  run: JobRun,
  { importId, entity, settings, isRecheck }: ImportParams,
  definitions: ImportDefinitions,
  isDryRun: boolean,
): Promise<void> {
  const definition = definitions.get(entity);
  if (definition === undefined) throw new AppError('record.not-found');
  requirePermission(run.caller, definition.permission);
  const [record] = await readImports(run.db, run.caller.sub, { id: importId });
  if (record === undefined) throw importNotFound();
  const countries = await CountryNames.read(run.db);
  const options: WriteOptions = {
    settings,
    isDryRun,
    ...(definition.entries !== undefined && { work: await workOf(run, record) }),
    checkedAt: isDryRun ? null : await checkedAt(run, record),
  };
  const places = new ProblemPlaces(headersOf(record), settings, definition);
  const scope = isDryRun ? (isRecheck ? 'recheck' : 'check') : 'run';
  await claimRows(run, record, scope);
  const rows = rowsOf(run, record, scope);
  try {
    const hasHeading = record.reading.headingRow !== 0;
    const readEntry = definition.entryReader?.(run);
    const batches = new ImportBatches(rows, definition, settings, countries, hasHeading, readEntry);
    const batchAfter = (cursor: Cursor | null) =>
      cursor?.isBroken === true ? Promise.resolve(null) : batches.after(cursor?.row ?? 0);
    await run.batches<Cursor>(
      async (trx, cursor) => {
        const batch = await batchAfter(cursor);
        if (batch === null) return null;
        const created = cursor?.created ?? 0;
        const { campaignId } = record;
        const into = campaignId !== null && { into: { campaignId, jobId: run.id, created } };
        return writeBatch(trx, { run, record, definition, places, options: { ...options, ...into } }, batch, created);
      },
      async (cursor) => {
        await batchAfter(cursor);
      },
    );
  } finally {
    await rows.return(undefined);
  }
  const file =
    definition.mask === undefined ? undefined : safeRows(tableRows(run.files.store, tableOf(record)), places);
  await writeFailedRows(run, record.id, headersOf(record), file);
}

async function* safeRows(rows: AsyncGenerator<TableRow>, places: ProblemPlaces): AsyncGenerator<TableRow> {
  for await (const row of rows) yield places.safe(row);
}

async function workOf({ files, id: jobId }: JobRun, record: ImportRecord): Promise<ImportWork> {
  const { content } = await files.store.read(record.fileKey);
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  const sha256 = hash.update(record.reading.sheet ?? '').digest();
  return { importId: record.id, jobId, fileName: record.fileName, sha256 };
}

async function checkedAt({ db }: JobRun, { checkJobId }: ImportRecord): Promise<Date | null> {
  const job = db.selectFrom('job').select('started_at').where('id', '=', checkJobId);
  return (await job.executeTakeFirst())?.started_at ?? null;
}

interface Work {
  readonly run: JobRun;
  readonly record: ImportRecord;
  readonly definition: ImportDefinition;
  readonly places: ProblemPlaces;
  readonly options: WriteOptions;
}

async function writeBatch(
  trx: DatabaseTransaction,
  { run, record, definition, places, options }: Work,
  batch: Batch,
  created: number,
): Promise<JobBatch<Cursor>> {
  const isUndone = options.isDryRun && definition.entries === undefined;
  if (isUndone) await sql`savepoint dry_run`.execute(trx);
  const outcomes = await writeTolerantly(contextOf(run, trx), definition, batch.rows, options);
  if (isUndone) await sql`rollback to savepoint dry_run`.execute(trx);
  const refused = batch.refused.flatMap(({ row: { number: row }, problems }) =>
    problems[0]?.rule === 'of-system' ? [] : [{ row, problems }],
  );
  const counts: Record<string, number> = { ...batch.counted };
  const ofSystem = batch.refused.length - refused.length;
  if (ofSystem > 0) counts['SKIPPED of-system'] = ofSystem;
  const taken: number[] = [];
  for (const [index, { number }] of batch.rows.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined) throw new Error('The import returned no result for a row.');
    if (typeof outcome === 'string') {
      counts[COUNTED_AS[outcome]] = (counts[COUNTED_AS[outcome]] ?? 0) + 1;
      taken.push(number);
    } else refused.push({ row: number, problems: outcome });
  }
  if (refused.length > 0) counts['FAILED refused'] = (counts['FAILED refused'] ?? 0) + refused.length;
  const isCorrected = (row: number) => batch.cells.get(row)?.isCorrected === true;
  const placed = refused.map(({ row, problems }) => ({
    row,
    state: 'REFUSED' as const,
    problems: problems.map((problem) => places.place(problem, batch.cells.get(row))),
    cells: places.held(batch.cells.get(row) ?? { number: row, cells: [] }),
  }));
  await keepProblems(
    trx,
    { importId: record.id, jobId: run.id },
    placed.filter(({ row }) => !isCorrected(row)),
  );
  await keepResults(trx, record.id, [
    ...placed.filter(({ row }) => isCorrected(row)),
    ...taken
      .filter(isCorrected)
      .map((row) => ({ row, state: options.isDryRun ? ('READY' as const) : ('DONE' as const), problems: [] })),
  ]);
  if (!options.isDryRun)
    await sql`
      update import set imported_rows = imported_rows + ${taken.length},
        imported_through = greatest(imported_through, ${batch.lastOfFile}) where id = ${record.id}`.execute(trx);
  const { broken } = batch;
  if (broken !== null) {
    const place = JSON.stringify({ broken: { rule: broken.rule, row: broken.row } });
    await sql`update import set reading = reading || ${place}::jsonb where id = ${record.id}`.execute(trx);
  }
  return {
    cursor: { row: batch.lastRow, isBroken: broken !== null, created: created + (counts[COUNTED_AS.created] ?? 0) },
    done: batch.done,
    outcomes: counts,
  };
}

const COUNTED_AS = {
  created: 'DONE created',
  updated: 'DONE updated',
  unchanged: 'SKIPPED unchanged',
  exists: 'SKIPPED exists',
  missing: 'SKIPPED missing',
} as const satisfies Record<Extract<RowOutcome, string>, string>;

/** The context of a batch, for the rules of single changes. */
export function contextOf(run: JobRun, trx: DatabaseTransaction): PictureContext {
  return {
    services: run,
    caller: run.caller,
    db: trx,
    sql: transactionRunner(trx),
    signal: run.signal,
    requestId: run.requestId,
    now: run.clock.now(),
  };
}

function headersOf({ columns }: ImportRecord): string[] {
  return columns.map(({ header }) => header);
}
