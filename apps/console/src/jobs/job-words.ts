import { ERROR_CODES, type ErrorCode, JOB_REASONS, type JobReason, type JobState } from '@backcounter/domain';
import type { JobViewFragment } from '../generated/graphql.ts';
import { errorKey } from '../lib/api/error-text.ts';
import { formatList, formatNumber } from '../lib/format/formats.ts';
import type { JobFormats } from './job-kind-words.ts';
import { jobKindWords, summaryOf } from './job-kinds.ts';

type Outcomes = JobViewFragment['outcomes'];

/** Title of a job. */
export function jobTitle(job: Pick<JobViewFragment, 'kind' | 'summary'>, formats: JobFormats): string {
  const summary = summaryOf(job);
  const title = jobKindWords(job.kind).title(summary, formats);
  return typeof summary['undoOf'] === 'string' ? formats.t('job.undo.named', { job: title }) : title;
}

const isReason = (text: string): text is JobReason => (JOB_REASONS as readonly string[]).includes(text);

/** Why a record was skipped; the code for an unknown reason of a newer server. */
export function reasonWords(kind: string, reason: string, formats: JobFormats): string {
  const own = jobKindWords(kind).reason?.(reason, formats);
  if (own) return own;
  return isReason(reason) ? formats.t(`job.reason.${reason}`) : formats.t('job.reason.unknown', { reason });
}

/** Number of records by outcome: done, skipped and failed. */
export function outcomeSums(outcomes: Outcomes): Readonly<Record<'DONE' | 'SKIPPED' | 'FAILED', number>> {
  const sums = { DONE: 0, SKIPPED: 0, FAILED: 0 };
  for (const { outcome, count } of outcomes) sums[outcome] += count;
  return sums;
}

/** "12,400 done, 31 skipped, 2 failed"; null without any. */
export function outcomeWords(outcomes: Outcomes, { t, locale }: JobFormats): string | null {
  const sums = outcomeSums(outcomes);
  const parts = [
    sums.DONE > 0 ? t('job.outcome.done', { count: sums.DONE }) : null,
    sums.SKIPPED > 0 ? t('job.outcome.skipped', { count: sums.SKIPPED }) : null,
    sums.FAILED > 0 ? t('job.outcome.failed', { count: sums.FAILED }) : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : formatList(parts, locale, 'unit', 'short');
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(ERROR_CODES, code);

/** Text of a job's error. */
export function jobErrorWords(code: string, { t }: Pick<JobFormats, 't'>): string {
  return t(errorKey(isErrorCode(code) ? code : 'unexpected'));
}

/** "3,200 of 12,431"; only the first figure until all are counted. */
export function progressWords({ done, total }: Pick<JobViewFragment, 'done' | 'total'>, formats: JobFormats): string {
  return total === null || total === undefined
    ? formats.t('job.progress.done', { count: done })
    : formats.t('job.progress.of', {
        done: formatNumber(done, formats.locale),
        total: formatNumber(total, formats.locale),
      });
}

/** Text of a state; `isStopping` while a cancelled job ends its batch. */
export function stateWords(
  job: { readonly state: JobState; readonly isCancelRequested: boolean },
  { t }: Pick<JobFormats, 't'>,
) {
  return job.isCancelRequested ? t('job.state.stopping') : t(`job.state.${job.state}`);
}
