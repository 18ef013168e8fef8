import type { JobKindWords } from '../job-kind-words.ts';

/** Giving a badge to whoever its rule honours. */
export const badgeBackfillWords: JobKindWords = {
  title: ({ code }, { t }) => t('job.badge-backfill.title', { code: String(code ?? '') }),
  facts: () => [],
  lists: () => ['accounts', 'badges'],
};
