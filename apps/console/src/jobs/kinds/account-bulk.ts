import { ACCOUNT_STATES } from '@backcounter/domain';
import { formatInstant } from '../../lib/format/dates.ts';
import { namesIn } from '../../lib/format/formats.ts';
import { fieldWords } from '../../lib/record/field-words.ts';
import { accountFields, type ShownField } from '../../lib/record/record-fields.ts';
import type { JobFact, JobFormats, JobKindWords, JobSummary } from '../job-kind-words.ts';
import { keptName } from '../kept-name.ts';
import { type FilterName, selectionFacts } from '../selection-words.ts';

const ACTIONS = [
  'AWARD_BADGE',
  'EDIT',
  'IMPORT',
  'REACTIVATE',
  'REVOKE_BADGE',
  'SUBSCRIBE_TOPIC',
  'SUSPEND',
  'UNSUBSCRIBE_TOPIC',
] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);

const AIMED = ['AWARD_BADGE', 'SUBSCRIBE_TOPIC', 'UNSUBSCRIBE_TOPIC'] as const;
const isAimed = (action: Action): action is (typeof AIMED)[number] => (AIMED as readonly string[]).includes(action);

const isState = (text: string): text is (typeof ACCOUNT_STATES)[number] =>
  (ACCOUNT_STATES as readonly string[]).includes(text);

function filterNames(summary: JobSummary, formats: JobFormats): Readonly<Record<string, FilterName>> {
  const { t, locale } = formats;
  const regions = namesIn(locale, { type: 'region', fallback: 'code' });
  return {
    state: {
      label: 'account.field.state',
      valueName: (state) => (isState(state) ? t(`account.state.${state}`) : null),
    },
    country: {
      label: 'account.field.country',
      valueName: (code) => (/^[A-Z]{2}$/.test(code) ? regions.of(code) : null),
    },
    area: { label: 'account.field.area', valueName: (id) => keptName(summary, id, formats) },
    badge: { label: 'account.field.badge', valueName: (id) => keptName(summary, id, formats) },
    topic: { label: 'account.field.topic', valueName: (id) => keptName(summary, id, formats) },
    pushConsent: { label: 'account.field.pushConsent' },
    emailVerified: { label: 'account.field.emailVerified' },
    hasEmail: { label: 'account.filter.hasEmail' },
    hasPhone: { label: 'account.filter.hasPhone' },
    lastSeen: { label: 'account.field.lastSeen' },
    created: { label: 'account.field.created' },
    online: { label: 'account.field.online' },
  };
}

const isField = (name: string): name is keyof typeof accountFields => Object.hasOwn(accountFields, name);

/** Values that were set, by the field's label; unknown fields are omitted. */
function valueFacts(summary: JobSummary, formats: JobFormats): readonly JobFact[] {
  const { t } = formats;
  const names = filterNames(summary, formats);
  return Object.entries(summary['patch'] ?? {}).flatMap(([field, value]) => {
    if (!isField(field)) return [];
    const { shownAs = '' }: ShownField = accountFields[field];
    const words = names[shownAs]?.valueName?.(String(value)) ?? fieldWords(accountFields[field], value, formats);
    return [{ name: t(`account.field.${field}`), value: words ?? t('listing.value.empty') }];
  });
}

/** Bulk changes of accounts. */
export const accountBulkWords: JobKindWords = {
  title: (summary, formats) => {
    const { action, targetId } = summary;
    if (!isAction(action)) return formats.t('job.account-bulk.other');
    const target = keptName(summary, targetId, formats);
    return target !== null && isAimed(action)
      ? formats.t(`job.account-bulk.named.${action}`, { target })
      : formats.t(`job.account-bulk.${action}`);
  },
  facts: (summary, formats) => {
    const { t, locale, timeZone } = formats;
    const { reason, until, selection } = summary;
    const facts: JobFact[] = [
      ...valueFacts(summary, formats),
      ...selectionFacts(selection, filterNames(summary, formats), formats, () => '/accounts'),
    ];
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    const end = typeof until === 'string' ? formatInstant(until, { locale, timeZone }) : null;
    if (end) facts.push({ name: t('job.fact.until'), value: end });
    return facts;
  },
  recordHref: (id) => `/accounts/${id}`,
  lists: () => ['accounts'],
};
