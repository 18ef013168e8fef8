import type { JobKindWords } from '../job-kind-words.ts';

/** Awarding a badge to all accounts that meet its rule. */
export const badgeBackfillWords: JobKindWords = {
  title: ({ code }, { t }) => t('job.badge-backfill.title', { code: String(code ?? '') }),
  facts: () => [],
  lists: () => ['accounts', 'badges'],
};
