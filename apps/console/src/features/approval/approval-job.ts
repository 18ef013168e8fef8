import type { JobKindName } from '@backcounter/domain';
import type { ApprovalRowFragment } from '../../generated/graphql.ts';
import type { JobFact, JobFormats, JobSummary } from '../../jobs/job-kind-words.ts';
import { jobKindWords } from '../../jobs/job-kinds.ts';

/** Kinds of jobs that mutations start. */
const KINDS: Readonly<Record<string, JobKindName>> = {
  startAccountBulk: 'account.bulk-change',
  startStoreBulk: 'store.bulk-change',
  startCouponBulk: 'coupon.bulk-change',
  startExport: 'list.export',
  runImport: 'import.run',
  reversePointsImport: 'points.reverse-import',
};

type Request = Pick<ApprovalRowFragment, 'operation' | 'title' | 'fields' | 'requestedAt'>;

/** Its title and parameters in the words of the job that a request would start; null for other requests. */
export function jobWords(request: Request, formats: JobFormats): { title: string; facts: readonly JobFact[] } | null {
  const kind = Object.hasOwn(KINDS, request.operation) ? KINDS[request.operation] : undefined;
  if (kind === undefined) return null;
  const { selection, ...given } = Object.fromEntries(request.fields.map(({ key, after }) => [key, after]));
  const summary: JobSummary = {
    fileName: request.title,
    ...given,
    ...(typeof selection === 'object' && { selection: { ...selection, upTo: request.requestedAt } }),
  };
  const words = jobKindWords(kind);
  return { title: words.title(summary, formats), facts: words.facts(summary, formats) };
}

/** The record, or the action, that a request is about. */
export const titleOf = (request: Request, formats: JobFormats): string =>
  jobWords(request, formats)?.title ?? request.title;
