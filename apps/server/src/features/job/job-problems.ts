import type { JobOutcome } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobProblem } from '../../jobs/job-types.graphql.ts';

/**
 * Returns the first records that a job skipped or failed on.
 * @throws AppError `record.not-found`, also for a job that the caller may not see
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
