import type { JobViewFragment } from '../generated/graphql.ts';
import { request } from '../lib/api/graphql-client.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import { toasts } from '../lib/page/toasts.ts';
import { say } from '../lib/settings/i18n.ts';
import { cancelJobMutation, jobLinkQuery, retryJobMutation } from './job.operations.ts';

/** Ends a job after its present batch; what was done stays done. Rejects with a `RequestError` that was told already. */
export async function cancelJob(id: string): Promise<JobViewFragment> {
  return (await request(cancelJobMutation, { input: { id } })).cancelJob.job;
}

/** Goes on with a job that stopped, or tries the failed records again; answers with the job that does it. */
export async function retryJob(id: string): Promise<JobViewFragment> {
  const { job } = (await request(retryJobMutation, { input: { id } })).retryJob;
  announceJob(job.id);
  return job;
}

/** Fetches the file of a job by a link that is made at this moment. Rejects with a `RequestError` that was told already. */
export async function downloadResult(id: string): Promise<void> {
  const { job } = await request(jobLinkQuery, { id });
  if (!job.result) {
    toasts.show({ type: 'warning', icon: 'error', message: say('job.result.gone') });
    return;
  }
  const link = document.createElement('a');
  link.href = job.result.url;
  link.download = '';
  link.click();
}
