import type { JobKindWords } from '../job-kind-words.ts';

/** Export of all data held about one person. */
export const accountDataWords: JobKindWords = {
  title: ({ number }, { t }) => t('job.account-data.title', { number: String(number ?? '') }),
  facts: () => [],
  // It changes no records.
  lists: () => [],
};
