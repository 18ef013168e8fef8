import type { JobState } from './states/job-states.ts';

/** Outcome of one record of a job. */
export const JOB_OUTCOMES = ['DONE', 'SKIPPED', 'FAILED'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Kinds of jobs. The names are stored, so they never change; the console has a label for each (decision 0050). */
export const JOB_KINDS = [
  'account.bulk-change',
  'account.export-data',
  'badge.backfill',
  'coupon.bulk-change',
  'coupon.generate',
  'import.check',
  'import.run',
  'import.undo',
  'points.reverse-import',
  'ledger.verify',
  'list.export',
  'notification.fan-out',
  'store.bulk-change',
] as const;
/** Kind of a job. */
export type JobKindName = (typeof JOB_KINDS)[number];

/** Why a job skips a record or fails on it; the console has a text for each. */
export const JOB_REASONS = [
  'already-active',
  'already-awarded',
  'already-disabled',
  'already-set',
  'already-subscribed',
  'already-suspended',
  'area-elsewhere',
  'badge-by-rule',
  'badge-retired',
  'busy',
  'changed-since',
  'closed-too-long',
  'is-active',
  'is-closed',
  'is-draft',
  'is-erased',
  'is-suspended',
  'ledger-fault',
  'not-awarded',
  'not-stored',
  'not-subscribed',
  'opted-out',
  'replaced',
  'rule-unchanged',
  'topic-archived',
] as const;
/** Reason why a job did not change a record. */
export type JobReason = (typeof JOB_REASONS)[number];

/** Limits of a job and its selection. */
export const JOB_LIMITS = {
  /** Records picked one by one; larger selections use a filter. */
  selectionIdsMax: 1_000,
  /** Records excluded from a filter, as many as the body of a request holds. */
  selectionExclusionsMax: 2_000,
  /** Examples of each outcome and reason of a dry run. */
  samplesMax: 5,
  resultHours: 24,
  retentionDays: 90,
  /** The tray shows jobs that ended within this time. */
  trayHours: 24,
} as const;

/** True for a state in which a job is active or will be. */
export function isJobActive(state: JobState): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}
