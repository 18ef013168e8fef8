import {
  AppError,
  JOB_MACHINE,
  type JobAction,
  type JobOutcome,
  type JobState,
  permissionsFor,
  type StateFacts,
  stateRefusal,
} from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import type { StaffRef } from '../graphql/schema/builder.ts';
import type { Selection } from '../graphql/schema/selection.ts';
import { columnsAsked } from '../listing/list-columns.ts';
import { type RowRule, SqlValues } from '../listing/list-definition.ts';
import { isUuid } from '../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../listing/statements.ts';
import type { Caller } from '../ports/identity.ts';
import { type JobRow, jobList, visibleJobs } from './job.list.ts';
import type { JobDefinition } from './job-definition.ts';

/** Records of one outcome and reason. */
export interface OutcomeCount {
  readonly outcome: JobOutcome;
  /** Null if no explanation is needed. */
  readonly reason: string | null;
  readonly count: number;
}

/** The same error for an unknown job and one the caller may not see. */
export function jobNotFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such job.' });
}

/** A job with the selected columns. @throws AppError `record.not-found`, also for someone else's job */
export async function findJob(context: RequestContext, id: string, selection: Selection): Promise<JobRow> {
  const [row] = isUuid(id)
    ? await readJobs(context, selection, (values) => [`j.id = ${values.add(id)}::uuid`], visibleJobs(context.caller))
    : [];
  if (row === undefined) throw jobNotFound();
  return row;
}

/** Jobs that match the conditions, newest first, at most 100. */
export function readJobs(
  context: RequestContext,
  selection: Selection,
  conditionsFor: (values: SqlValues) => string[],
  parent: RowRule | null,
): Promise<JobRow[]> {
  const values = new SqlValues();
  const conditions = conditionsFor(values);
  if (parent !== null) conditions.push(parent.condition(values));
  const { columns } = columnsAsked(jobList, selection);
  const text = `select ${columns} from ${jobList.from} where ${conditions.join(' and ')} order by j.created_at desc, j.id desc limit 100`;
  return context.sql.rows<JobRow>(statementFor(text), values.list, {
    signal: context.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
}

/** The requester of a job. */
export function requesterOf({ requesterSub, requesterName }: JobRow): StaffRef {
  return { sub: requesterSub, name: requesterName ?? requesterSub };
}

/** Outcome counts in API format, DONE first. */
export function outcomesOf({ outcomeCounts }: Pick<JobRow, 'outcomeCounts'>): OutcomeCount[] {
  return Object.entries(outcomeCounts)
    .map(([key, count]) => {
      const [outcome, reason] = key.split(' ');
      return { outcome: outcome as JobOutcome, reason: reason ?? null, count };
    })
    .sort((a, b) => (a.outcome === b.outcome ? b.count - a.count : a.outcome < b.outcome ? -1 : 1));
}

/** Facts for the state table about a job. */
export function factsOf(
  { state, requesterSub }: Pick<JobRow, 'state' | 'requesterSub'>,
  { sub }: Caller,
  unmet: readonly string[],
): StateFacts<JobState> {
  return { state, unmet: requesterSub === sub ? unmet : [...unmet, 'of-others'] };
}

/** Whether the caller may cancel the job now. */
export function mayCancel(
  job: Pick<JobRow, 'state' | 'isCancelRequested' | 'requesterSub'>,
  context: Pick<RequestContext, 'caller' | 'now'>,
): boolean {
  return mayDo('CANCEL', factsOf(job, context.caller, job.isCancelRequested ? ['already-requested'] : []), context);
}

/** Effect of a retry: continue the job, retry its failed records, or nothing (null). */
export function retryOf(
  job: Pick<JobRow, 'id' | 'state' | 'params' | 'outcomeCounts' | 'requesterSub'>,
  definition: JobDefinition | undefined,
  context: Pick<RequestContext, 'caller' | 'now'>,
): 'RETRY' | 'RETRY_FAILED' | null {
  if (definition === undefined || !mayUse(definition, job.params, context.caller)) return null;
  const hasFailed =
    outcomesOf(job).some(({ outcome }) => outcome === 'FAILED') &&
    definition.paramsOfFailed(job.params, job.id) !== null;
  const facts = factsOf(job, context.caller, hasFailed ? [] : ['nothing-failed']);
  return (['RETRY', 'RETRY_FAILED'] as const).find((action) => mayDo(action, facts, context)) ?? null;
}

/** The job that undoes another, with its definition; null if that can't be undone. */
export function undoOf(
  job: UndoableJob,
  { services: { jobs }, now }: Pick<RequestContext, 'now' | 'services'>,
  { isForced = false, reason = null }: { readonly isForced?: boolean; readonly reason?: string | null } = {},
) {
  const undone = { id: job.id, requestId: job.requestId ?? job.id, isForced };
  const undoing = jobs.definitions.get(job.kind)?.undoOf(job.params, { undone, reason, now }) ?? null;
  const definition = undoing && jobs.definitions.get(undoing.kind);
  return undoing && definition ? { definition, params: undoing.params } : null;
}

/** The parts of a job that undoing it needs. */
export type UndoableJob = Pick<
  JobRow,
  'id' | 'kind' | 'outcomeCounts' | 'params' | 'requestId' | 'requesterSub' | 'state'
>;

/** Facts for the state table about undoing a job. */
export function undoFacts(job: UndoableJob, context: RequestContext): StateFacts<JobState> {
  const hasChanged = outcomesOf(job).some(({ outcome }) => outcome === 'DONE');
  return factsOf(
    job,
    context.caller,
    undoOf(job, context) === null ? ['lasting'] : hasChanged ? [] : ['nothing-changed'],
  );
}

/** Whether the caller may undo the job now. */
export function mayUndo(job: UndoableJob, context: RequestContext): boolean {
  const undoing = undoOf(job, context);
  if (undoing === null || !mayDo('UNDO', undoFacts(job, context), context)) return false;
  return mayUse(undoing.definition, undoing.params, context.caller);
}

function mayDo(
  action: JobAction,
  facts: StateFacts<JobState>,
  { caller, now }: Pick<RequestContext, 'caller' | 'now'>,
): boolean {
  const needed = permissionsFor(JOB_MACHINE, action, facts.unmet);
  return needed.every((each) => callerMay(caller, each)) && stateRefusal(JOB_MACHINE, action, facts, now) === null;
}

/** Whether the caller has the job's permissions, and so may have its file. */
export function mayUse(definition: JobDefinition, params: unknown, caller: Caller): boolean {
  return definition.permissionsFor(params).every((permission) => callerMay(caller, permission));
}

export type { JobRow };
