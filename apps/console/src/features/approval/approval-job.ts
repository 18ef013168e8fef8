import type { ApprovalRowFragment } from '../../generated/graphql.ts';
import type { JobFact, JobFormats, JobSummary } from '../../jobs/job-kind-words.ts';
import { jobKindWords } from '../../jobs/job-kinds.ts';
import { jobTitle } from '../../jobs/job-words.ts';

type Request = Pick<ApprovalRowFragment, 'title' | 'fields' | 'requestedAt'>;

/** Its title and parameters in the words of the job that a request would start; null for other requests. */
export function jobWords(request: Request, formats: JobFormats): { title: string; facts: readonly JobFact[] } | null {
  const { kind, selection, undone, ...given } = Object.fromEntries(
    request.fields.map(({ key, after }) => [key, after]),
  );
  if (typeof kind !== 'string') return null;
  const summary: JobSummary = {
    fileName: request.title,
    ...given,
    ...(typeof undone === 'object' && { undoOf: (undone as { id: string }).id }),
    ...(typeof selection === 'object' && { selection: { ...selection, upTo: request.requestedAt } }),
  };
  return { title: jobTitle({ kind, summary }, formats), facts: jobKindWords(kind).facts(summary, formats) };
}

/** The record, or the action, that a request is about. */
export const titleOf = (request: Request, formats: JobFormats): string =>
  jobWords(request, formats)?.title ?? request.title;
