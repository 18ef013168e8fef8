import type { JobState } from './job-states.ts';

/** What became of one record of a job. */
export const JOB_OUTCOMES = ['DONE', 'SKIPPED', 'FAILED'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** Kinds of jobs. Names are stored, so they are never changed; the console has words for each (decision 0059). */
export const JOB_KINDS = [
  'account.bulk-change',
  'account.export-data',
  'badge.backfill',
  'coupon.bulk-change',
  'coupon.generate',
  'import.check',
  'import.run',
  'ledger.verify',
  'list.export',
  'notification.fan-out',
  'store.bulk-change',
] as const;
/** Kind of a job. */
export type JobKindName = (typeof JOB_KINDS)[number];

/** Why a job leaves a record as it is or fails on it; the console has words for each. */
export const JOB_REASONS = [
  'already-active',
  'already-awarded',
  'already-disabled',
  'already-subscribed',
  'already-suspended',
  'badge-by-rule',
  'badge-retired',
  'busy',
  'closed-too-long',
  'is-active',
  'is-closed',
  'is-draft',
  'is-erased',
  'is-suspended',
  'ledger-fault',
  'not-subscribed',
  'opted-out',
  'rule-unchanged',
  'topic-archived',
] as const;
/** Reason of a record that a job did not change. */
export type JobReason = (typeof JOB_REASONS)[number];

/** What a job and the selection that it works on may be. */
export const JOB_LIMITS = {
  /** Records picked by hand; more are said by a filter. */
  selectionIdsMax: 1_000,
  /** Records left out of a filter; as many as the body of a request holds. */
  selectionExclusionsMax: 2_000,
  /** Examples of each outcome and reason of a dry run. */
  samplesMax: 5,
  resultHours: 24,
  retentionDays: 90,
  /** The tray shows jobs that ended within this time. */
  trayHours: 24,
} as const;

/** True for a state in which a job goes on or will. */
export function isJobActive(state: JobState): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}
