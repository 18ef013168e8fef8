import { randomUUID } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import { sql } from 'kysely';
import { writeAudit } from '../../../audit/record-audit.ts';
import { callerNow } from '../../../audit/roles-now.ts';
import { stepwise } from '../../../db/due-step.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { type RequestContext, requirePermission, type Services } from '../../../graphql/request-context.ts';
import { transactionRunner } from '../../../graphql/sql-runner.ts';
import type { JobKind } from '../../../jobs/job-definition.ts';
import { columnPermissions } from '../../../listing/list-export.ts';
import { type ExportLists, listNamed } from '../export.job.ts';
import { checkExport, enqueueExport } from '../export.service.ts';
import type { ExportParams } from '../export-params.ts';
import { alertOwner } from './export-schedule.mail.ts';
import { exportOf, nextRun, type ScheduleRow } from './export-schedule.service.ts';

/** A run that meets one of these is tried again a minute later; any other refusal pauses the schedule. */
const LATER: ReadonlySet<string> = new Set([
  'disclosure.limit-reached',
  'idempotency.in-flight',
  'job.too-many',
  'query.timed-out',
  'service.unavailable',
]);

type DueRow = ScheduleRow & { readonly ownerSub: string };

/** Starts the exports that are due, one at a time; of missed hours one run is left. */
export function exportScheduleMaintenance(services: Services, lists: ExportLists, job: JobKind<ExportParams>) {
  const runBatch = stepwise<DueRow>(
    {
      find: (passed) => sql<DueRow>`
        select id, name, params, frequency, day, hour, timezone, owner_sub as "ownerSub"
        from export_schedule where next_at <= now() and id <> all (${passed}) order by next_at limit 1
        for update skip locked`,
      take: async (trx, row) => {
        const outcome = await startRun(trx, services, lists, job, row);
        if (outcome === null) return false;
        const next = 'jobId' in outcome ? await nextRun({ db: trx }, row) : null;
        await trx
          .updateTable('export_schedule')
          .set({ next_at: next })
          .set('jobId' in outcome ? { last_job_id: outcome.jobId } : { pause_code: outcome.refusal })
          .where('id', '=', row.id)
          .execute();
        if ('refusal' in outcome && services.sendsMail) await alertOwner(trx, row.id);
        return true;
      },
    },
    { retryMs: 60_000 },
  );
  return [{ name: 'export-schedule.run', runBatch }] as const;
}

/** The job, or the code of the refusal; null: to be tried again. */
async function startRun(
  trx: DatabaseTransaction,
  services: Services,
  lists: ExportLists,
  job: JobKind<ExportParams>,
  row: DueRow,
): Promise<{ readonly jobId: string } | { readonly refusal: string } | null> {
  const context: RequestContext = {
    caller: await callerNow(trx, row.ownerSub),
    db: trx,
    sql: transactionRunner(trx),
    lists: null,
    services,
    signal: AbortSignal.timeout(60_000),
    requestId: randomUUID(),
    now: services.clock.now(),
  };
  await sql`savepoint run`.execute(trx);
  try {
    const wish = exportOf(row);
    const keys = wish.columns.map(({ key }) => key);
    for (const permission of [
      'export.create',
      ...columnPermissions(listNamed(lists, wish.list).exported, keys),
    ] as const)
      requirePermission(context.caller, permission);
    return { jobId: await enqueueExport(context, job, await checkExport(context, lists, wish)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unexpected') throw error;
    await sql`rollback to savepoint run`.execute(trx);
    if (LATER.has(error.code)) return null;
    await writeAudit(trx, SYSTEM_ACTOR, null, {
      ...{ action: 'export-schedule.pause', entityType: 'export-schedule', entityId: row.id, outcome: 'DONE' },
      reason: error.code,
    });
    return { refusal: error.code };
  }
}
