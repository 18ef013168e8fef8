import { CompiledQuery, sql } from 'kysely';
import { isRefusedValue } from '../../db/database-error.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import type { FrozenSelection } from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';
import type { JobBatch, JobRun } from '../job-definition.ts';
import type { BulkAction, BulkOptions } from './bulk-action.ts';
import { type BatchRow, type BatchSpan, batchStatement } from './bulk-batch.ts';
import { type BulkSubject, selectedRecords } from './bulk-subject.ts';
import { type UndoneJob, undoneRecords } from './bulk-undo.ts';

/** Parameters of a bulk job. */
export interface BulkRunParams extends BulkOptions {
  readonly selection: FrozenSelection;
  /** Limits the action to records on which this earlier job failed. */
  readonly failedOf: string | null;
  /** Limits it to records that this job changed. */
  readonly undone: UndoneJob | null;
}

/** Applies an action to all selected records in batches by id, with the audit row of a single change for each. */
export async function runBulk(
  run: JobRun,
  records: BulkSubject,
  action: BulkAction,
  params: BulkRunParams,
): Promise<void> {
  const subject = undoneRecords(records, params.undone);
  await run.countOnce(() => countSelected(run, subject, params));
  await run.batches<string>((trx, cursor, skipsLocked, rows) =>
    changeTolerantly({ run, subject, action, params }, trx, cursor, { rows, skipsLocked, refusal: null }),
  );
}

interface Parts {
  readonly run: JobRun;
  readonly subject: BulkSubject;
  readonly action: BulkAction;
  readonly params: BulkRunParams;
}

async function countSelected({ db, caller }: JobRun, subject: BulkSubject, params: BulkRunParams): Promise<number> {
  const values = new SqlValues();
  const where = bulkConditions(subject, params, caller, values).join(' and ');
  const text = `select count(*)::int as count from ${subject.list.from} where ${where}`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

/** SQL conditions of the records that the job changes. */
export function bulkConditions(
  subject: BulkSubject,
  { selection, failedOf }: Pick<BulkRunParams, 'failedOf' | 'selection'>,
  caller: Caller,
  values: SqlValues,
): string[] {
  const conditions = selectedRecords(subject, selection, caller, values);
  if (failedOf !== null) {
    conditions.push(`${subject.alias}.id in (select p.record_id::uuid from job_problem p
      where p.job_id = ${values.add(failedOf)}::uuid and p.outcome = 'FAILED')`);
  }
  return conditions;
}

type Span = Omit<BatchSpan, 'conditions'>;

/** Changes a batch. If the database refuses a record, a smaller batch is tried; the record alone fails. */
async function changeTolerantly(
  parts: Parts,
  trx: DatabaseTransaction,
  cursor: string | null,
  span: Span,
): Promise<JobBatch<string> | null> {
  await sql`savepoint bulk_batch`.execute(trx);
  try {
    return await changeBatch(parts, trx, cursor, span);
  } catch (error) {
    if (!isRefusedValue(error) || span.refusal !== null) throw error;
    await sql`rollback to savepoint bulk_batch`.execute(trx);
    const isAlone = span.rows === 1;
    const smaller: Span = isAlone ? { ...span, refusal: 'not-stored' } : { ...span, rows: Math.ceil(span.rows / 2) };
    return changeTolerantly(parts, trx, cursor, smaller);
  }
}

async function changeBatch(
  { run, subject, action, params }: Parts,
  trx: DatabaseTransaction,
  cursor: string | null,
  span: Span,
): Promise<JobBatch<string> | null> {
  const values = new SqlValues();
  const conditions = bulkConditions(subject, params, run.caller, values);
  const page = params.undone === null ? null : await nextChanged(trx, subject.noun, params.undone, cursor, span.rows);
  if (page?.last === null) return null;
  if (page !== null) conditions.push(`${subject.alias}.id = any(${values.add(page.ids)}::uuid[])`);
  else if (cursor !== null) conditions.push(`${subject.alias}.id > ${values.add(cursor)}::uuid`);
  const text = batchStatement(run, subject, action, params, { ...span, conditions }, values);
  const { rows } = await trx.executeQuery<BatchRow>(CompiledQuery.raw(text, values.list));
  const [batch] = rows;
  const last = page?.last ?? batch?.last ?? null;
  if (batch === undefined || last === null) return null;
  return {
    cursor: last,
    done: batch.picked,
    outcomes: { ...(batch.changed > 0 && { DONE: batch.changed }), ...batch.problems },
  };
}

/** The next records that a job changed, in the order of its audit rows, which indexes find faster than that of ids. */
async function nextChanged(
  trx: DatabaseTransaction,
  noun: string,
  { requestId }: UndoneJob,
  cursor: string | null,
  limit: number,
): Promise<{ readonly ids: readonly string[]; readonly last: string | null }> {
  const [instant = '', id = ''] = cursor?.split(' ') ?? [];
  const after = cursor === null ? sql`` : sql`and (e.occurred_at, e.id) > (${instant}::timestamptz, ${id}::bigint)`;
  const { rows } = await sql<{ record: string; place: string }>`
    select e.entity_id as record, iso_instant(e.occurred_at) || ' ' || e.id as place from staff_audit_event e
    where e.request_id = ${requestId} and e.entity_type = ${noun} and e.outcome = 'DONE' ${after}
    order by e.occurred_at, e.id limit ${limit}`.execute(trx);
  return { ids: rows.map(({ record }) => record), last: rows.at(-1)?.place ?? null };
}
