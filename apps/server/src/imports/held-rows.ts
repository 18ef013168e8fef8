import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { JobRun } from '../jobs/job-definition.ts';
import type { StoredProblem } from './import-problems.ts';
import { type ImportRecord, tableOf } from './import-record.ts';
import type { SourceRow } from './table-row.ts';
import { tableRows } from './table-thread.ts';

/** A check of the file, a check of corrected rows only, or an import. */
export type ImportScope = 'check' | 'recheck' | 'run';
/** A refused row: until corrected, corrected but unchecked, checked, skipped, or imported. */
export type HeldState = 'REFUSED' | 'CORRECTED' | 'READY' | 'LEFT_OUT' | 'DONE';

/** States of the rows that a job runs again. */
const CLAIMED: Readonly<Record<ImportScope, readonly HeldState[]>> = {
  check: ['REFUSED', 'CORRECTED', 'READY'],
  recheck: ['CORRECTED'],
  run: ['READY'],
};
const PAGE = 1_000;

/** A row that a check or an import refused. */
export interface HeldRow {
  readonly row: number;
  readonly state: HeldState;
  readonly cells: readonly string[] | null;
  readonly problems: readonly StoredProblem[];
  readonly jobId: string;
  readonly claimedBy: string | null;
}

/** The rows of an import in some states, and those that a job claimed, in their order. */
export async function* heldRows(
  db: Kysely<Database>,
  importId: string,
  states: readonly HeldState[],
  claimedBy: string | null = null,
): AsyncGenerator<HeldRow> {
  let after = 0;
  for (;;) {
    const { rows } = await sql<HeldRow>`
      select row_no as row, state, cells, problems, job_id as "jobId", claimed_by as "claimedBy" from import_problem
      where import_id = ${importId} and row_no > ${after} and (state = any(${[...states]}) or claimed_by = ${claimedBy}::uuid)
      order by row_no limit ${PAGE}`.execute(db);
    for (const held of rows) {
      after = Number(held.row);
      yield { ...held, row: after };
    }
    if (rows.length < PAGE) return;
  }
}

/** Takes the rows that a job runs again, also after a restart. A check of the whole file finds its refused rows again. */
export async function claimRows(
  { db, id: jobId }: Pick<JobRun, 'db' | 'id'>,
  { id, importedThrough }: ImportRecord,
  scope: ImportScope,
): Promise<void> {
  if (scope === 'check')
    await sql`delete from import_problem where import_id = ${id} and state = 'REFUSED' and row_no > ${importedThrough} and job_id <> ${jobId}`.execute(
      db,
    );
  await sql`
    update import_problem set claimed_by = ${jobId}, corrected = null, cells = (
      select coalesce(jsonb_agg(coalesce(corrected -> (c.n - 1)::text, c.cell) order by c.n), '[]')
      from jsonb_array_elements(cells) with ordinality as c (cell, n))
    where import_id = ${id} and state = any(${[...CLAIMED[scope]]}) and job_id <> ${jobId} and claimed_by is distinct from ${jobId}::uuid and cells is not null`.execute(
    db,
  );
}

/**
 * The rows of a job: those of the file, then the corrected ones. Rows that it doesn't write are there for their keys or
 * counts. The order is the same for the check and the import, and after a restart.
 */
export async function* rowsOf(run: JobRun, record: ImportRecord, scope: ImportScope): AsyncGenerator<SourceRow> {
  const held = heldRows(run.db, record.id, ['REFUSED', 'CORRECTED', 'READY', 'LEFT_OUT', 'DONE']);
  let next = await held.next();
  for await (const row of tableRows(run.files.store, tableOf(record))) {
    while (next.done !== true && next.value.row < row.number) next = await held.next();
    const known = next.done !== true && next.value.row === row.number ? next.value : null;
    const isPast = row.number <= record.importedThrough;
    // A row refused by this job, before a restart, is read as before it.
    const isOwn = known?.jobId === run.id && known.claimedBy === null;
    if (known !== null && !isOwn) {
      const use = useOf(known.state, scope, isPast);
      if (use !== null) yield { ...row, use };
    } else if (isPast) yield { ...row, use: scope === 'check' ? 'imported' : 'keys' };
    else yield scope === 'recheck' ? { ...row, use: 'keys' } : row;
  }
  for await (const { row: number, cells, claimedBy } of heldRows(run.db, record.id, ['READY', 'DONE'], run.id)) {
    const row = { number, cells: cells ?? [], isCorrected: true };
    yield claimedBy === run.id ? row : { ...row, use: 'keys' };
  }
}

/** How the file's own row of a refused one counts; null if it doesn't. */
function useOf(state: HeldState, scope: ImportScope, isPast: boolean): SourceRow['use'] | null {
  if (scope === 'check') return state === 'LEFT_OUT' ? 'left-out' : state === 'DONE' ? 'done' : null;
  if (scope === 'recheck' || isPast || state === 'READY' || state === 'DONE') return null;
  return state === 'LEFT_OUT' ? 'left-out' : 'refused';
}

/** Stores the results of corrected rows. */
export async function keepResults(
  trx: Kysely<Database>,
  importId: string,
  rows: readonly { readonly row: number; readonly state: HeldState; readonly problems: readonly StoredProblem[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update import_problem p set problems = r.problems, state = r.state, lead = case when r.state = 'REFUSED' then 0 end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (row bigint, state text, problems jsonb)
    where p.import_id = ${importId} and p.row_no = r.row`.execute(trx);
}
