import type { JobKindWords } from '../job-kind-words.ts';

/** Verification of the points of one owner, or of all. */
export const ledgerVerifyWords: JobKindWords = {
  title: ({ label }, { t }) =>
    typeof label === 'string' ? t('job.ledger.verify-one', { name: label }) : t('job.ledger.verify-all'),
  facts: () => [],
  lists: () => [],
};
