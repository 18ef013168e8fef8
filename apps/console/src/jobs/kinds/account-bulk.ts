import { formatExact } from '@backcounter/ui';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';

const ACTIONS = ['AWARD_BADGE', 'REACTIVATE', 'SUBSCRIBE_TOPIC', 'SUSPEND', 'UNSUBSCRIBE_TOPIC'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);

/** Changes of many accounts at once. */
export const accountBulkWords: JobKindWords = {
  title: ({ action }, { t }) => (isAction(action) ? t(`job.account-bulk.${action}`) : t('job.account-bulk.other')),
  facts: ({ reason, until }, { t, locale, timeZone }) => {
    const facts: JobFact[] = [];
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    if (typeof until === 'string')
      facts.push({ name: t('job.fact.until'), value: formatExact(new Date(until), { locale, timeZone }) });
    return facts;
  },
  lists: () => ['accounts'],
};
