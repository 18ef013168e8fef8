import { formatExact } from '@backcounter/ui';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';

/** Changes of many accounts at once. */
export const accountBulkWords: JobKindWords = {
  title: ({ action }, { t }) => {
    switch (action) {
      case 'SUSPEND':
        return t('job.account-bulk.SUSPEND');
      case 'REACTIVATE':
        return t('job.account-bulk.REACTIVATE');
      default:
        return t('job.account-bulk.other');
    }
  },
  facts: ({ reason, until }, { t, locale, timeZone }) => {
    const facts: JobFact[] = [];
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    if (typeof until === 'string')
      facts.push({ name: t('job.fact.until'), value: formatExact(new Date(until), { locale, timeZone }) });
    return facts;
  },
  lists: () => ['accounts'],
};
