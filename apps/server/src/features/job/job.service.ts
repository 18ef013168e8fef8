import { JOB_MACHINE, type JobState, stateRefusal } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { invalidTransition, refuseState, statedReason } from '../../crud/state-change.ts';
import { requireConfirmedFor } from '../../graphql/confirmed.ts';
import { callerMay, type RequestContext, requirePermission } from '../../graphql/request-context.ts';
import type { BulkPreview } from '../../jobs/bulk/bulk-preview.ts';
import type { UndoSample } from '../../jobs/bulk/bulk-undo.ts';
import { enqueueEncoded, requireJobApproval } from '../../jobs/enqueue-job.ts';
import { factsOf, findJob, jobNotFound, retryOf, type UndoableJob, undoFacts, undoOf } from '../../jobs/job-record.ts';
import { holdToLimit } from '../../jobs/person-limit.ts';
import { addToQueue, removeFromQueue } from '../../jobs/queue.ts';
import { isUuid } from '../../listing/list-filter.ts';

/**
 * Cancels a job: a queued one ends now, a running one after its batch. Canceling again has no effect.
 * @throws AppError `record.not-found`, `state.invalid-transition` for one that has ended
 */
export async function cancelJob(context: RequestContext, id: string): Promise<void> {
  const job = await lockJob(context, id);
  const facts = factsOf(job, context.caller, job.isCancelRequested ? ['already-requested'] : []);
  if (stateRefusal(JOB_MACHINE, 'CANCEL', facts, context.now) === 'already-requested') return;
  refuseState(JOB_MACHINE, 'CANCEL', facts, context.now);
  if (job.state === 'QUEUED') {
    await context.db
      .updateTable('job')
      .set({ state: sql<JobState>`job_after('CANCEL')`, finished_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await removeFromQueue(context.db, id);
  } else {
    await context.db.updateTable('job').set({ cancel_requested_at: sql<Date>`now()` }).where('id', '=', id).execute();
  }
  await recordAudit(context, { action: 'job.cancel', entityType: 'job', entityId: id, outcome: 'DONE' });
}

/**
 * Retries a job and returns the id of the job that does the work: a failed or canceled job continues where it stopped,
 * and records on which a job failed get a new job. Completed work is not repeated.
 * @throws AppError `record.not-found`, `access.denied`, `state.invalid-transition`, `job.too-many`,
 * `second-factor.required`, errors of `requireApproval`
 */
export async function retryJob(context: RequestContext, id: string): Promise<string> {
  const job = await lockJob(context, id);
  const definition = context.services.jobs.definitions.get(job.kind);
  const permissions = definition?.permissionsFor(job.params) ?? [];
  for (const permission of permissions) requirePermission(context.caller, permission);
  await requireConfirmedFor(permissions, context);
  const way = retryOf(job, definition, context);
  if (definition === undefined || way === null) {
    throw invalidTransition(JOB_MACHINE, 'RETRY', factsOf(job, context.caller, ['nothing-failed']), context.now);
  }
  if (way === 'RETRY_FAILED') {
    return enqueueEncoded(context, definition, definition.paramsOfFailed(job.params, id), { dedupe: id, retryOf: id });
  }
  await holdToLimit(context, definition);
  await requireJobApproval(context, definition, job.params, job.total);
  await context.db
    .updateTable('job')
    .set({
      state: sql<JobState>`job_after('RETRY')`,
      finished_at: null,
      error_code: null,
      cancel_requested_at: null,
      // The same job may have been started again since then.
      dedupe_key: null,
      result_key: null,
      result_rows: null,
      result_sha256: null,
      result_expires_at: null,
    })
    .where('id', '=', id)
    .execute();
  await addToQueue(context.db, job.kind, id);
  await recordAudit(context, { action: 'job.retry', entityType: 'job', entityId: id, outcome: 'DONE' });
  return id;
}

/** Forecast of undoing a job; nothing is changed. @throws AppError as `undoJob` does */
export async function previewUndo(
  context: RequestContext,
  id: string,
  isForced: boolean,
): Promise<BulkPreview<UndoSample>> {
  const job = await findJob(context, id, { canUndo: {} });
  const { definition, params } = undoing(context, job, isForced, null);
  return definition.previewUndo(context, params);
}

/**
 * Starts a job that gives the records of a job back what they had before, with the caller's rights; returns its id.
 * Records that changed since then stay, unless `isForced`.
 * @throws AppError `record.not-found`, `access.denied`, `state.invalid-transition` where nothing can be undone,
 * `second-factor.required`, errors of `requireApproval`
 */
export async function undoJob(
  context: RequestContext,
  { id, reason, isForced }: { readonly id: string; readonly reason: string | null; readonly isForced: boolean },
): Promise<string> {
  const job = await lockJob(context, id);
  const { definition, params } = undoing(context, job, isForced, statedReason(JOB_MACHINE.actions.UNDO.reason, reason));
  const permissions = definition.permissionsFor(params);
  for (const permission of permissions) requirePermission(context.caller, permission);
  await requireConfirmedFor(permissions, context);
  return enqueueEncoded(context, definition, params, { dedupe: { undoOf: id, isForced } });
}

function undoing(context: RequestContext, job: UndoableJob, isForced: boolean, reason: string | null) {
  refuseState(JOB_MACHINE, 'UNDO', undoFacts(job, context), context.now);
  const undoing = undoOf(job, context, { isForced, reason });
  if (undoing === null) throw jobNotFound();
  return undoing;
}

async function lockJob({ db, caller }: RequestContext, id: string) {
  const job = isUuid(id)
    ? await db
        .selectFrom('job')
        .select([
          'id',
          'kind',
          'state',
          'params',
          'total',
          'requested_by as requesterSub',
          'request_id as requestId',
          'outcomes',
          'cancel_requested_at',
        ])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (job === undefined) throw jobNotFound();
  const row = {
    ...job,
    outcomeCounts: job.outcomes as Readonly<Record<string, number>>,
    isCancelRequested: job.cancel_requested_at !== null,
  };
  // Jobs of others are hidden from callers who may not see all jobs.
  if (row.requesterSub !== caller.sub && !callerMay(caller, 'job.manage-all')) throw jobNotFound();
  return row;
}
