import { AppError, JOB_LIMITS, LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { type Selection, selectionOf } from '../../graphql/schema/selection.ts';
import { ownJobs, visibleJobs } from '../../jobs/job.list.ts';
import { type JobRow, readJobs } from '../../jobs/job-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { changingRows } from '../../live/changing-rows.ts';

/** Least time between two updates of jobs, however many change. */
const QUIET_MS = 500;

/** Returns the caller's own jobs for the tray. */
export function readMyJobs(context: RequestContext, selection: Selection): Promise<JobRow[]> {
  const isRecent = `(j.finished_at is null or j.finished_at > now() - interval '${JOB_LIMITS.trayHours} hours')`;
  return readJobs(context, selection, () => [isRecent], ownJobs(context.caller));
}

/** Live updates of jobs: one's own for the tray, and those of a page. */
export function addJobChanges(builder: Builder, { job }: JobTypes): void {
  builder.subscriptionField('myJobsChanged', (t) =>
    t.field({
      type: [job],
      description: 'The answer of `myJobs`: at once, then whenever one of them changes, at most twice a second.',
      extensions: needs('job.read'),
      subscribe: (_root, _args, context, info) => {
        const selection = selectionOf(info);
        const { services, caller, signal } = context;
        return changingRows({
          read: () => readMyJobs(context, selection),
          concerns: (ids) => services.jobs.owners.hasOneOf(caller.sub, ids),
          notices: services.live.follow('job_changed', signal),
          quietMs: QUIET_MS,
          signal,
        });
      },
      resolve: (rows) => [...rows],
    }),
  );
  builder.subscriptionField('jobsChanged', (t) =>
    t.field({
      type: [job],
      description: `The given jobs, at most ${LIMITS.pageSizeMax}, that the caller may see: at once, then whenever one of them changes, at most twice a second.`,
      extensions: needs('job.read'),
      args: { ids: t.arg.idList({ required: true, description: 'Ids of the jobs.' }) },
      subscribe: (_root, { ids }, context, info) => {
        if (ids.length > LIMITS.pageSizeMax || !ids.every(isUuid)) throw new AppError('request.malformed');
        const selection = selectionOf(info);
        const followed = new Set(ids.map((id) => id.toLowerCase()));
        const { services, caller, signal } = context;
        return changingRows({
          read: () =>
            readJobs(
              context,
              selection,
              (values) => [`j.id = any(${values.add([...followed])}::uuid[])`],
              visibleJobs(caller),
            ),
          concerns: (changed) => changed.some((id) => followed.has(id)),
          notices: services.live.follow('job_changed', signal),
          quietMs: QUIET_MS,
          signal,
        });
      },
      resolve: (rows) => [...rows],
    }),
  );
}
