import { JOB_LIMITS, JOB_MACHINE, type JobOutcome } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import { checkPageSize } from '../../graphql/documents/document-limits.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addMutation } from '../../graphql/schema/mutation.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { addBulkPreview } from '../../jobs/bulk/bulk.graphql.ts';
import type { UndoSample } from '../../jobs/bulk/bulk-undo.ts';
import { jobList } from '../../jobs/job.list.ts';
import { findJob, type JobRow } from '../../jobs/job-record.ts';
import { type JobProblem, type JobTypes, jobPayload } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { cancelJob, previewUndo, retryJob, undoJob } from './job.service.ts';
import { addJobChanges, readMyJobs } from './job-live.graphql.ts';

/** Jobs: the list, one's own for the tray, cancel and retry. */
export function addJob(builder: Builder, list: ListTypes, types: JobTypes): void {
  addJobList(builder, list, types);
  builder.queryField('job', (t) =>
    t.field({
      type: types.job,
      description: "One job: of one's own, or anybody's with `job.read-all`.",
      extensions: needs('job.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the job.' }) },
      resolve: (_root, { id }, context, info) => findJob(context, id, selectionOf(info)),
    }),
  );
  builder.queryField('myJobs', (t) =>
    t.field({
      type: [types.job],
      description: `The caller's own jobs that are running or ended within ${JOB_LIMITS.trayHours} hours, newest first.`,
      extensions: needs('job.read'),
      resolve: (_root, _args, context, info) => readMyJobs(context, selectionOf(info)),
    }),
  );
  builder.queryField('jobProblems', (t) =>
    t.field({
      type: [types.problem],
      description: 'Records that a job skipped or failed on, failed ones first; all of them are in its file.',
      extensions: needs('job.read'),
      args: {
        id: t.arg.id({ required: true, description: 'Id of the job.' }),
        first: t.arg.int({ required: true, description: 'Number of records to return.' }),
      },
      resolve: (_root, { id, first }, context) => readProblems(context, id, checkPageSize(first)),
    }),
  );
  addJobChanges(builder, types);
  addChanges(builder, types);
  addUndo(builder, types);
}

const SEARCH_MATCHES = { ID: 'The id of a job.', NONE: 'Nothing that this list can be searched for.' };

function addJobList(builder: Builder, list: ListTypes, { job, state }: JobTypes): void {
  const filter = addListQuery<JobRow>(builder, list, {
    name: 'jobs',
    description: "The caller's own jobs; all jobs with `job.read-all`.",
    permission: 'job.read',
    list: jobList,
    connection: ['Job', job, 'Meanings of a search text.', SEARCH_MATCHES],
    filter: ['JobFilter', 'Filters of the list of jobs; a job must match all of them.'],
    enums: { state },
    sort: ['Job'],
    search: 'Id of a job.',
  });
  addListNews(builder, list, {
    name: 'jobsCreated',
    what: 'jobs of others',
    permission: 'job.read-all',
    filter,
    list: () => jobList,
    createdSql: 'j.created_at',
    // The caller's own jobs appear without a notice of new ones.
    among: ({ caller: { sub } }) => ({
      scope: `not of ${sub}`,
      condition: (values) => `j.requested_by <> ${values.add(sub)}`,
    }),
    topic: 'job_created',
  });
}

function addChanges(builder: Builder, jobs: JobTypes): void {
  addMutation(builder, 'cancelJob', {
    description: 'Cancels one job: a queued one ends now, a running one ends after its batch.',
    extensions: needs(JOB_MACHINE.actions.CANCEL.permission),
    input: (t) => ({ id: t.id({ required: true, description: 'The job.' }) }),
    resolve: async (input, context) => {
      await cancelJob(context, input.id);
      return input;
    },
    payload: jobPayload(jobs),
  });
  addMutation(builder, 'retryJob', {
    description:
      'Retries one job. Returns the job that does the work: the same one, or a new one for the records that failed.',
    extensions: needs(JOB_MACHINE.actions.RETRY.permission),
    input: (t) => ({ id: t.id({ required: true, description: 'The job.' }) }),
    resolve: async ({ id }, context) => ({ id: await retryJob(context, id) }),
    payload: jobPayload(jobs),
  });
}

const FORCED = 'Whether records that changed since the job are restored too; absent: they stay.';

/** Undoing a job: dry run and job. */
function addUndo(builder: Builder, jobs: JobTypes): void {
  const sample = builder.objectRef<UndoSample>('RecordBulkSample').implement({
    description: 'An example record.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the record.' }),
      label: t.exposeString('label', { description: 'Its label, such as `#1042`.' }),
    }),
  });
  const permission = needs(JOB_MACHINE.actions.UNDO.permission);
  builder.queryField('previewUndoJob', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Record', sample),
      description: 'Dry run of `undoJob`: counts by outcome and reason; changes nothing.',
      extensions: permission,
      args: {
        id: t.arg.id({ required: true, description: 'The job.' }),
        restoresChanged: t.arg.boolean({ description: FORCED }),
      },
      resolve: (_root, { id, restoresChanged }, context) => previewUndo(context, id, restoresChanged ?? false),
    }),
  );
  addMutation(builder, 'undoJob', {
    description:
      'Starts a job that gives the records of a job back what they had before it, by the rules of a single change. It can be undone too.',
    extensions: permission,
    input: (t) => ({
      id: t.id({ required: true, description: 'The job; it has ended.' }),
      restoresChanged: t.boolean({ description: FORCED }),
      reason: t.string({ required: true, description: 'Why; kept in the audit trail.' }),
    }),
    resolve: async ({ id, restoresChanged, reason }, context) => ({
      id: await undoJob(context, { id, isForced: restoresChanged ?? false, reason }),
    }),
    payload: jobPayload(jobs),
  });
}

/**
 * Returns the first records that a job skipped or failed on.
 * @throws AppError `record.not-found`, also for a job that the caller may not see
 */
async function readProblems(context: RequestContext, id: string, first: number): Promise<JobProblem[]> {
  await findJob(context, id, { id: {} });
  return context.db
    .selectFrom('job_problem')
    .select(['record_id as recordId', 'label', 'outcome', 'reason'])
    .$castTo<JobProblem & { readonly outcome: JobOutcome }>()
    .where('job_id', '=', id)
    .orderBy('outcome', 'desc')
    .orderBy('record_id')
    .limit(first)
    .execute();
}
