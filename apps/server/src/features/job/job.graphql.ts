import { JOB_LIMITS, JOB_MACHINE } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { checkPageSize } from '../../graphql/document-limits.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { jobList } from '../../jobs/job.list.ts';
import { findJob, type JobRow } from '../../jobs/job-record.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import { cancelJob, retryJob } from './job.service.ts';
import { addJobChanges, readMyJobs } from './job-live.graphql.ts';
import { readProblems } from './job-problems.ts';

/** Jobs: the list, one's own for the tray, cancelling and trying again. */
export function addJob(builder: Builder, list: ListTypes, types: JobTypes): void {
  addJobList(builder, list, types);
  builder.queryField('job', (t) =>
    t.field({
      type: types.job,
      extensions: needs('job.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => findJob(context, id, selectionOf(info)),
    }),
  );
  builder.queryField('myJobs', (t) =>
    t.field({
      type: [types.job],
      description: `One's own jobs that go on or ended within ${JOB_LIMITS.trayHours} hours, newest first.`,
      extensions: needs('job.read'),
      resolve: (_root, _args, context, info) => readMyJobs(context, selectionOf(info)),
    }),
  );
  builder.queryField('jobProblems', (t) =>
    t.field({
      type: [types.problem],
      description: 'Records that a job left out or failed on, failed ones first; all of them are in its file.',
      extensions: needs('job.read'),
      args: { id: t.arg.id({ required: true }), first: t.arg.int({ required: true }) },
      resolve: (_root, { id, first }, context) => readProblems(context, id, checkPageSize(first)),
    }),
  );
  addJobChanges(builder, types);
  addChanges(builder, types);
}

function addJobList(builder: Builder, list: ListTypes, { job, state }: JobTypes): void {
  const { codeFilter, instantFilter, listStart } = list;
  const stateFilter = addEnumFilter(builder, 'JobStateFilter', state);
  const filter = builder.inputType('JobFilter', {
    fields: (t) => ({
      state: t.field({ type: stateFilter }),
      kind: t.field({ type: codeFilter }),
      created: t.field({ type: instantFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'Job', ['CREATED']);
  const match = builder.enumType('JobSearchMatch', { values: ['ID', 'NONE'] as const });
  const connection = addSearchedConnection(builder, list, 'Job', job, match);
  builder.queryField('jobs', (t) =>
    t.field({
      type: connection,
      description: "One's own jobs; everybody's with `job.read-all`.",
      extensions: needs('job.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: listStart }),
      },
      resolve: (_root, args, context, info) => runList<JobRow>(jobList, context, args, selectionOf(info)),
    }),
  );
  addListNews(builder, list, {
    name: 'jobsCreated',
    what: 'jobs of others',
    permission: 'job.read-all',
    filter,
    list: () => jobList,
    createdSql: 'j.created_at',
    // One's own appear by themselves.
    among: ({ caller: { sub } }) => ({
      scope: `not of ${sub}`,
      condition: (values) => `j.requested_by <> ${values.add(sub)}`,
    }),
    topic: 'job_created',
  });
}

function addChanges(builder: Builder, { job }: JobTypes): void {
  const cancel = builder.inputType('CancelJobInput', { fields: (t) => ({ id: t.id({ required: true }) }) });
  const retry = builder.inputType('RetryJobInput', { fields: (t) => ({ id: t.id({ required: true }) }) });
  builder.mutationField('cancelJob', (t) =>
    t.field({
      type: job,
      extensions: needs(JOB_MACHINE.actions.CANCEL.permission),
      args: { input: t.arg({ type: cancel, required: true }) },
      resolve: async (_root, { input }, context, info) => {
        await cancelJob(context, input.id);
        return findJob(context, input.id, selectionOf(info));
      },
    }),
  );
  builder.mutationField('retryJob', (t) =>
    t.field({
      type: job,
      description: 'Answers with the job that does it: the same one, or a new one for the records that failed.',
      extensions: needs(JOB_MACHINE.actions.RETRY.permission),
      args: { input: t.arg({ type: retry, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        findJob(context, await retryJob(context, input.id), selectionOf(info)),
    }),
  );
}
