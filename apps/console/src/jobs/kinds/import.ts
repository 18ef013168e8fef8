import { isKey } from '../../lib/settings/message-key.ts';
import type { JobFormats, JobKindWords, JobSummary } from '../job-kind-words.ts';
import { pointsReversalWords } from './points-reversal.ts';

/** Names of the target lists. */
const LISTS: Readonly<Record<string, string>> = {
  ACCOUNTS: 'accounts',
  ACCOUNT_PICTURES: 'accounts',
  BADGE_PICTURES: 'badges',
  STORES: 'stores',
  AREAS: 'areas',
  BADGES: 'badges',
  BADGE_CATEGORIES: 'badge-categories',
  COUNTRIES: 'countries',
  TOPICS: 'topics',
  TOPIC_CATEGORIES: 'topic-categories',
  TRANSLATIONS: 'translations',
};

/** The page or form of a record. */
const recordHref = (id: string, { entity }: JobSummary): string | null => {
  const list = LISTS[String(entity)];
  if (entity === 'ACCOUNTS' || entity === 'STORES') return `/${list}/${id}`;
  return list === undefined ? null : `/admin/${list}?edit=${encodeURIComponent(id)}`;
};

const fileOf = ({ fileName }: JobSummary): string => (typeof fileName === 'string' ? fileName : '');
const reason = (text: string, { t }: JobFormats): string | null => {
  const key = `job.import.reason.${text}`;
  return isKey(key) ? t(key) : null;
};

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
  reason: (text, formats) => reason(text, formats) ?? pointsReversalWords.reason?.(text, formats) ?? null,
  recordHref,
  lists: ({ entity }) => (typeof entity === 'string' && LISTS[entity] !== undefined ? [LISTS[entity]] : []),
};

/** The undo of an import of reference data. */
export const importUndoWords: JobKindWords = {
  title: (_summary, { t }) => t('job.import.reference'),
  facts: ({ reason: why }, { t }) => (typeof why === 'string' ? [{ name: t('job.fact.reason'), value: why }] : []),
  recordHref,
  lists: importRunWords.lists,
};
