import type { JobFormats, JobKindWords, JobSummary } from '../job-kind-words.ts';

const REASONS = ['created', 'updated', 'unchanged', 'exists', 'missing', 'of-system', 'refused'] as const;
type Reason = (typeof REASONS)[number];
const isReason = (reason: string): reason is Reason => (REASONS as readonly string[]).includes(reason);

/** Names of the target lists. */
const LISTS: Readonly<Record<string, string>> = {
  ACCOUNTS: 'accounts',
  ACCOUNT_PICTURES: 'accounts',
  BADGE_PICTURES: 'badges',
  AREAS: 'areas',
  BADGES: 'badges',
  BADGE_CATEGORIES: 'badge-categories',
  COUNTRIES: 'countries',
  TOPICS: 'topics',
  TOPIC_CATEGORIES: 'topic-categories',
  TRANSLATIONS: 'translations',
};

const fileOf = ({ fileName }: JobSummary): string => (typeof fileName === 'string' ? fileName : '');
const reason = (text: string, { t }: JobFormats): string | null =>
  isReason(text) ? t(`job.import.reason.${text}`) : null;

/** The check of a file, which changes no records. */
export const importCheckWords: JobKindWords = {
  title: (summary, { t }) => t('job.import.check', { file: fileOf(summary) }),
  facts: () => [],
  reason,
  lists: () => [],
};

/** The import of a file. */
export const importRunWords: JobKindWords = {
  title: (summary, { t }) => t('job.import.run', { file: fileOf(summary) }),
  facts: () => [],
  reason,
  lists: ({ entity }) => (typeof entity === 'string' && LISTS[entity] !== undefined ? [LISTS[entity]] : []),
};
