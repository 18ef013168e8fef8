import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { MAIL_TASK } from '../mail/mail-queue.ts';
import { countFailedJob, noteQueue, type QueueSample } from '../ports/event-counts.ts';
import { alertRequester } from './job-failed.mail.ts';
import { addToQueue } from './queue.ts';

/** A process without a heartbeat for this long counts as dead. */
const SILENT_SECONDS = 15;

/** A run to watch. */
export interface WatchedRun {
  readonly id: string;
  readonly epoch: number;
}

/** Records that this process is alive and working on its runs. */
export async function sendHeartbeat(
  db: Kysely<Database>,
  workerId: string,
  runs: readonly WatchedRun[],
): Promise<void> {
  await sql`insert into job_worker (id) values (${workerId})
    on conflict (id) do update set heartbeat_at = now()`.execute(db);
  if (runs.length === 0) return;
  await sql`update job j set heartbeat_at = now()
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ epoch }) => epoch)}::int[]) as r (id, epoch)
    where j.id = r.id and j.epoch = r.epoch and j.state = 'RUNNING'`.execute(db);
}

/** Records a clean shutdown of this process. */
export async function sendGoodbye(db: Kysely<Database>, workerId: string): Promise<void> {
  await db.deleteFrom('job_worker').where('id', '=', workerId).execute();
}

/** Runs of this process that must stop, because they were cancelled or taken by another worker. */
export async function findStops(
  db: Kysely<Database>,
  runs: readonly WatchedRun[],
): Promise<ReadonlyMap<string, 'cancelled' | 'lost'>> {
  const { rows } = await sql<{ id: string; isLost: boolean }>`
    select r.id, j.epoch is distinct from r.epoch or j.state is distinct from 'RUNNING' as "isLost"
    from unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ epoch }) => epoch)}::int[]) as r (id, epoch)
    left join job j on j.id = r.id
    where j.epoch is distinct from r.epoch or j.state is distinct from 'RUNNING' or j.cancel_requested_at is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, isLost }) => [id, isLost ? 'lost' : 'cancelled']));
}

/**
 * Releases jobs of dead processes and repairs differences between queue and jobs, in one process at a time. The queue
 * alone would wait 4 hours. `isMailing` notifies requesters of failed jobs by mail.
 */
export async function takeOver(db: Kysely<Database>, isMailing: boolean): Promise<void> {
  const kinds = await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ isOurs: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('backcounter.jobs.take-over', 0)) as "isOurs"`.execute(trx);
    if (rows[0]?.isOurs !== true) return [];
    await sql`delete from job_worker where heartbeat_at < now() - make_interval(secs => ${SILENT_SECONDS})`.execute(
      trx,
    );
    await sql`select graphile_worker.force_unlock_workers(array(
      select distinct q.locked_by from graphile_worker.jobs q
      where q.locked_at < now() - make_interval(secs => ${SILENT_SECONDS})
        and not exists (select from job_worker w where w.id = q.locked_by)))`.execute(trx);
    const failed = await failExhausted(trx);
    if (isMailing) for (const { id } of failed) await alertRequester(trx, id);
    await returnForgotten(trx);
    return failed.map(({ kind }) => kind);
  });
  for (const kind of kinds) countFailedJob(kind);
}

/** Notes the jobs that are due and wait, for metrics. */
export async function sampleQueue(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<QueueSample>`
    select count(*)::int as queued, coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as "oldestAgeS"
    from graphile_worker.jobs
    where locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier <> ${MAIL_TASK}`.execute(
    db,
  );
  noteQueue(rows[0] ?? null);
}

/** The queue does not retry a job whose last attempt was cut off. */
async function failExhausted(
  trx: Kysely<Database>,
): Promise<readonly { readonly id: string; readonly kind: string }[]> {
  const { rows } = await sql<{ id: string; kind: string }>`
    with exhausted as (
      select j.id, q.id as queue_id from graphile_worker.jobs q join job j on j.id::text = q.key
      where q.attempts >= q.max_attempts and q.locked_at is null and job_refusal('FAIL', j.state) is null
    ), failed as (
      update job j set state = job_after('FAIL'), error_code = 'unexpected', finished_at = now(), epoch = j.epoch + 1
      from exhausted e where j.id = e.id
      returning j.id, j.kind
    ), completed as (
      select graphile_worker.complete_jobs(array(select queue_id from exhausted))
    )
    select failed.id, failed.kind from failed, completed`.execute(trx);
  return rows;
}

/** A process resumed after a freeze may have removed a queue entry that it no longer owned. */
async function returnForgotten(trx: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ id: string; kind: string }>`
    select j.id, j.kind from job j
    where j.state in ('QUEUED', 'RUNNING') and coalesce(j.heartbeat_at, j.created_at) < now() - make_interval(secs => ${SILENT_SECONDS})
      and not exists (select from graphile_worker.jobs q where q.key = j.id::text)`.execute(trx);
  for (const { id, kind } of rows) await addToQueue(trx, kind, id);
}
