import type { JobViewFragment } from '../generated/graphql.ts';
import { request } from '../lib/api/graphql-client.ts';
import { announceJob } from '../lib/page/started-jobs.ts';
import { toasts } from '../lib/page/toasts.ts';
import { say } from '../lib/settings/i18n.ts';
import { cancelJobMutation, jobLinkQuery, retryJobMutation } from './job.operations.ts';

/**
 * Stops a job after its current batch; completed changes are kept. Rejects with a `RequestError` that was already
 * shown.
 */
export async function cancelJob(id: string): Promise<JobViewFragment> {
  return (await request(cancelJobMutation, { input: { id } })).cancelJob.job;
}

/** Continues a job that stopped, or retries the failed records; returns the job that does it. */
export async function retryJob(id: string): Promise<JobViewFragment> {
  const { job } = (await request(retryJobMutation, { input: { id } })).retryJob;
  announceJob(job.id);
  return job;
}

/** Downloads the file of a job by a link that is created now. Rejects with a `RequestError` that was already shown. */
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
