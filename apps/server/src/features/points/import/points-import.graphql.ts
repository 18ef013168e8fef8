import { AppError, reason as reasonRule } from '@backcounter/domain';
import { sql } from 'kysely';
import { needs } from '../../../graphql/authorise.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addMutation, recordPayload } from '../../../graphql/schema/mutation.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { findJob } from '../../../jobs/job-record.ts';
import type { JobTypes } from '../../../jobs/job-types.graphql.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { pointsReversalJob } from './points-reversal.job.ts';

const SHOWN = 20;

/** A file whose entries were posted. */
interface PointsImport {
  readonly id: string;
  readonly fileName: string;
  readonly createdAt: Date;
  readonly byName: string;
  readonly entries: number;
  readonly reversed: number;
}

/** Expected result of a reversal. */
interface ReversalPreview {
  readonly entries: number;
  readonly points: number;
  readonly owners: number;
  readonly ownersShort: number;
}

/** Adds the files of points, and the reversal of all entries of one. */
export function addPointsImports(builder: Builder, jobs: JobTypes): void {
  const preview = builder.objectRef<ReversalPreview>('PointsReversalPreview').implement({
    description: 'Expected result of reversing a file now.',
    fields: (t) => ({
      entries: t.exposeInt('entries', { description: 'Entries that are not reversed.' }),
      points: t.expose('points', { type: 'SafeInt', description: 'Their points, in less out.' }),
      owners: t.exposeInt('owners', { description: 'Accounts and stores of these entries.' }),
      ownersShort: t.exposeInt('ownersShort', {
        description: 'Those that lack the points, or whose wallet is frozen: their entries would stay.',
      }),
    }),
  });
  const item = builder.objectRef<PointsImport>('PointsImport').implement({
    description: 'A file whose entries were posted.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first imported.' }),
      byName: t.exposeString('byName', { description: 'Name of the member of staff who first imported it.' }),
      entries: t.exposeInt('entries', { description: 'Rows that were posted.' }),
      reversed: t.exposeInt('reversed', { description: 'Those that were reversed.' }),
      preview: t.field({
        type: preview,
        description: 'Expected result of reversing it now.',
        resolve: ({ id }, _args, context) => previewOf(context, id),
      }),
    }),
  });
  builder.queryField('pointsImports', (t) =>
    t.field({
      type: [item],
      description: `The last ${SHOWN} files whose entries were posted, newest first.`,
      extensions: needs('points.reverse'),
      args: { id: t.arg.id({ description: 'Only this one.' }) },
      resolve: (_root, { id }, context) => readFiles(context, id ?? null),
    }),
  );
  addMutation(builder, 'reversePointsImport', {
    description: 'Starts a job that reverses the entries of a file, those of an owner together or not at all.',
    extensions: needs('points.reverse'),
    input: (t) => ({
      id: t.id({ required: true, description: 'The file.' }),
      reason: t.string({ required: true, description: 'Why; kept with the transfers and in the audit trail.' }),
    }),
    resolve: async ({ id, reason }, context) => ({ id: await startReversal(context, id, reason) }),
    payload: recordPayload('job', jobs.job, findJob),
  });
}

async function readFiles({ db }: RequestContext, id: string | null): Promise<PointsImport[]> {
  if (id !== null && !isUuid(id)) return [];
  const { rows } = await sql<PointsImport>`
    select i.id, i.file_name as "fileName", i.created_at as "createdAt",
      coalesce((select u.display_name from staff_user u where u.sub = i.created_by), i.created_by) as "byName", c.entries, c.reversed
    from (select * from points_import where id = coalesce(${id}::uuid, id) order by created_at desc, id desc limit ${SHOWN}) i
      cross join lateral (
        select count(*)::int as entries, count(v.id)::int as reversed
        from points_import_row r left join points_transfer v on v.reversal_of = r.transfer_id where r.import_id = i.id) c
    where c.entries > 0 order by i.created_at desc, i.id desc`.execute(db);
  return rows;
}

async function previewOf({ db }: RequestContext, id: string): Promise<ReversalPreview> {
  const { rows } = await sql<ReversalPreview>`
    with owner as (
      select r.wallet_id, count(*) as entries, sum(case when t.credit_wallet_id = r.wallet_id then r.points else -r.points end) as points,
        bool_or(t.credit_wallet_id = r.wallet_id) as goes
      from points_import_row r join points_transfer t on t.id = r.transfer_id
      where r.import_id = ${id} and not exists (select from points_transfer v where v.reversal_of = r.transfer_id) group by r.wallet_id)
    select coalesce(sum(o.entries), 0)::int as entries, coalesce(sum(o.points), 0)::bigint as points, count(*)::int as owners,
      count(*) filter (where o.goes and (w.frozen or w.balance < o.points))::int as "ownersShort"
    from owner o join points_wallet w on w.id = o.wallet_id`.execute(db);
  if (rows[0] === undefined) throw new Error('A sum has no row.');
  return rows[0];
}

/** @throws AppError `record.not-found`, `field.invalid`, `state.invalid-transition` while a job imports the file */
async function startReversal(context: RequestContext, id: string, given: string): Promise<string> {
  const reason = reasonRule.safeParse(given);
  if (!reason.success)
    throw new AppError('field.invalid', {
      message: 'A reason is required.',
      details: { fields: { reason: [{ rule: given.trim() === '' ? 'required' : 'too-long' }] } },
    });
  const active = (job: string) =>
    sql`(select j.id from job j where j.id = ${sql.ref(job)} and j.state in ('QUEUED', 'RUNNING'))`;
  const { rows } = isUuid(id)
    ? await sql<{ fileName: string; run: string | null; reversal: string | null }>`
        select i.file_name as "fileName", ${active('i.run_job_id')} as run, ${active('i.reversal_job_id')} as reversal
        from points_import i where i.id = ${id} for update`.execute(context.db)
    : { rows: [] };
  const [file] = rows;
  if (file === undefined) throw new AppError('record.not-found', { message: 'There is no such file.' });
  if (file.reversal !== null) return file.reversal;
  if (file.run !== null)
    throw new AppError('state.invalid-transition', { message: 'A job imports the file.', details: { allowed: [] } });
  const params = { importId: id, fileName: file.fileName, reason: reason.data, undoOf: null };
  const { entries } = await previewOf(context, id);
  const jobId = await enqueueJob(context, pointsReversalJob, params, { dedupe: id, total: entries });
  await sql`update points_import set reversal_job_id = ${jobId} where id = ${id}`.execute(context.db);
  return jobId;
}
