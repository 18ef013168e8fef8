import type { JobOutcome } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobProblem } from '../../jobs/job-types.graphql.ts';

/**
 * The first records that a job left out or failed on, for whoever may see the job.
 * @throws AppError `record.not-found`, also for somebody else's job
 */
export async function readProblems(context: RequestContext, id: string, first: number): Promise<JobProblem[]> {
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
