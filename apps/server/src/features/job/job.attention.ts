import { ATTENTION_KIND_MAX, type AttentionSource } from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';
import { callerMay } from '../../graphql/request-context.ts';
import { ownJobs, visibleJobs } from '../../jobs/job.list.ts';
import { readJobs, retryOf } from '../../jobs/job-record.ts';

/** Failed jobs that were not retried; after a week they are no longer listed. */
export const jobAttention: AttentionSource = {
  name: 'JOBS',
  read: async (context, scope) => {
    const { caller, services } = context;
    if (!callerMay(caller, 'job.read')) return [];
    const failed = await readJobs(
      context,
      { id: {}, errorCode: {}, finishedAt: {}, canRetry: {} },
      () => ["j.state = 'FAILED'", "j.finished_at > now() - interval '7 days'"],
      scope === 'MINE' ? ownJobs(caller) : visibleJobs(caller),
    );
    return failed.slice(0, ATTENTION_KIND_MAX + 1).map((job) => ({
      kind: 'JOB_FAILED',
      severity: 'CRITICAL',
      since: job.finishedAt ?? context.now.toISOString(),
      subject: { type: 'JOB', id: job.id, code: null, title: null, titleI18n: null },
      action: retryOf(job, services.jobs.definitions.get(job.kind), context) === null ? 'OPEN' : 'RETRY',
      facts: { errorCode: job.errorCode },
    }));
  },
};

/** The caller's own jobs that have ended, with any result. */
export const jobChanges: ChangeSource = {
  kind: 'JOBS_FINISHED',
  permission: 'job.read',
  rows: (since, values, { sub }) => `from job r where r.finished_at > ${since} and r.requested_by = ${values.add(sub)}`,
};
