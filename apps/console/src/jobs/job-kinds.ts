import { JOB_KINDS, type JobKindName } from '@backcounter/domain';
import type { JobKindWords, JobSummary } from './job-kind-words.ts';
import { accountBulkWords } from './kinds/account-bulk.ts';
import { accountDataWords } from './kinds/account-data.ts';
import { badgeBackfillWords } from './kinds/badge-backfill.ts';
import { couponBulkWords } from './kinds/coupon-bulk.ts';
import { couponGenerateWords } from './kinds/coupon-generate.ts';
import { importCheckWords, importRunWords, importUndoWords } from './kinds/import.ts';
import { ledgerVerifyWords } from './kinds/ledger-verify.ts';
import { listExportWords } from './kinds/list-export.ts';
import { notificationFanOutWords } from './kinds/notification-fan-out.ts';
import { pointsReversalWords } from './kinds/points-reversal.ts';
import { storeBulkWords } from './kinds/store-bulk.ts';

/**
 * Registry: kind -> labels. A new kind is a name in `JOB_KINDS` of the domain, a file in `kinds/` and a line here;
 * without it this does not compile (decision 0050).
 */
const JOB_KIND_WORDS: Readonly<Record<JobKindName, JobKindWords>> = {
  'account.bulk-change': accountBulkWords,
  'ledger.verify': ledgerVerifyWords,
  'account.export-data': accountDataWords,
  'badge.backfill': badgeBackfillWords,
  'coupon.bulk-change': couponBulkWords,
  'coupon.generate': couponGenerateWords,
  'list.export': listExportWords,
  'notification.fan-out': notificationFanOutWords,
  'store.bulk-change': storeBulkWords,
  'import.check': importCheckWords,
  'import.run': importRunWords,
  'import.undo': importUndoWords,
  'points.reverse-import': pointsReversalWords,
};

const isJobKind = (kind: string): kind is JobKindName => (JOB_KINDS as readonly string[]).includes(kind);

/** Labels of a kind; for a kind of a newer server, just its code. */
export function jobKindWords(kind: string): JobKindWords {
  if (isJobKind(kind)) return JOB_KIND_WORDS[kind];
  return {
    title: (_summary, { t }) => t('job.kind.unknown', { kind }),
    facts: (summary) => Object.entries(summary).map(([name, value]) => ({ name, value: JSON.stringify(value) })),
    lists: () => [],
  };
}

/** The summary of a job; empty for unexpected data of another version. */
export function summaryOf({ summary }: { readonly summary: unknown }): JobSummary {
  return typeof summary === 'object' && summary !== null ? (summary as JobSummary) : {};
}
