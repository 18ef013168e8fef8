import { formatExact } from '@backcounter/ui';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';
import { selectionWords } from '../selection-words.ts';

const ACTIONS = ['AWARD_BADGE', 'REACTIVATE', 'SUBSCRIBE_TOPIC', 'SUSPEND', 'UNSUBSCRIBE_TOPIC'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);

const FILTER_LABELS = {
  state: 'account.field.state',
  country: 'account.field.country',
  area: 'account.field.area',
  pushConsent: 'account.field.pushConsent',
  emailVerified: 'account.field.emailVerified',
  hasEmail: 'account.filter.hasEmail',
  hasPhone: 'account.filter.hasPhone',
  lastSeen: 'account.field.lastSeen',
  created: 'account.field.created',
  online: 'account.field.online',
} as const;

/** Changes of many accounts at once. */
export const accountBulkWords: JobKindWords = {
  title: ({ action }, { t }) => (isAction(action) ? t(`job.account-bulk.${action}`) : t('job.account-bulk.other')),
  facts: ({ reason, until, selection }, formats) => {
    const { t, locale, timeZone } = formats;
    const facts: JobFact[] = [];
    const chosen = selectionWords(selection, FILTER_LABELS, formats);
    if (chosen) facts.push({ name: t('job.fact.selection'), value: chosen });
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    if (typeof until === 'string')
      facts.push({ name: t('job.fact.until'), value: formatExact(new Date(until), { locale, timeZone }) });
    return facts;
  },
  lists: () => ['accounts'],
};
