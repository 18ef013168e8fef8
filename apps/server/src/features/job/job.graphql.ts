import { JOB_LIMITS } from '@backcounter/domain';
import { countOf } from '../../audit/audit.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { checkPageSize } from '../../graphql/document-limits.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { jobList } from '../../jobs/job.list.ts';
import { findJob, type JobRow } from '../../jobs/job-record.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { type ListPage, runList } from '../../listing/run-list.ts';
import { cancelJob, retryJob } from './job.service.ts';
import { addJobChanges, readMyJobs } from './job-live.graphql.ts';
import { addJobNews } from './job-news.graphql.ts';
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
  const { pageInfo, listCount, codeFilter, instantFilter, listStart, sortDirection } = list;
  const stateFilter = builder.inputType('JobStateFilter', {
    fields: (t) => ({ in: t.field({ type: [state] }), notIn: t.field({ type: [state] }) }),
  });
  const filter = builder.inputType('JobFilter', {
    fields: (t) => ({
      state: t.field({ type: stateFilter }),
      kind: t.field({ type: codeFilter }),
      created: t.field({ type: instantFilter }),
    }),
  });
  const sortKey = builder.enumType('JobSortKey', { values: ['CREATED'] as const });
  const sort = builder.inputType('JobSort', {
    fields: (t) => ({
      key: t.field({ type: sortKey, required: true }),
      direction: t.field({ type: sortDirection, required: true }),
    }),
  });
  const match = builder.enumType('JobSearchMatch', { values: ['ID', 'NONE'] as const });
  const connection = builder.objectRef<ListPage<JobRow>>('JobConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [job] }),
      pageInfo: t.expose('pageInfo', { type: pageInfo }),
      count: t.field({ type: listCount, resolve: countOf }),
      matchedBy: t.field({
        type: match,
        nullable: true,
        resolve: ({ matchedBy }) => matchedBy as 'ID' | 'NONE' | null,
      }),
    }),
  });
  builder.queryField('jobs', (t) =>
    t.field({
      type: connection,
      description: "One's own jobs; everybody's with `job.read-all`.",
      extensions: needs('job.read'),
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        last: t.arg.int(),
        before: t.arg.string(),
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: listStart }),
      },
      resolve: (_root, args, context, info) => runList<JobRow>(jobList, context, args, selectionOf(info)),
    }),
  );
  addJobNews(builder, list, filter);
}

function addChanges(builder: Builder, { job }: JobTypes): void {
  const cancel = builder.inputType('CancelJobInput', { fields: (t) => ({ id: t.id({ required: true }) }) });
  const retry = builder.inputType('RetryJobInput', { fields: (t) => ({ id: t.id({ required: true }) }) });
  builder.mutationField('cancelJob', (t) =>
    t.field({
      type: job,
      extensions: needs('job.manage'),
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
      extensions: needs('job.manage'),
      args: { input: t.arg({ type: retry, required: true }) },
      resolve: async (_root, { input }, context, info) =>
        findJob(context, await retryJob(context, input.id), selectionOf(info)),
    }),
  );
}
