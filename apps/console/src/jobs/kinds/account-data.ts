import type { JobKindWords } from '../job-kind-words.ts';

/** Everything that is held about one person, as a file. */
export const accountDataWords: JobKindWords = {
  title: ({ number }, { t }) => t('job.account-data.title', { number: String(number ?? '') }),
  facts: () => [],
  // It changes nothing.
  lists: () => [],
};
