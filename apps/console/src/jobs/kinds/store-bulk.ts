import { STORE_STATES } from '@backcounter/domain';
import { namesIn } from '../../lib/format/formats.ts';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';
import { keptName } from '../kept-name.ts';
import { selectionFacts } from '../selection-words.ts';

const ACTIONS = ['ACTIVATE', 'REACTIVATE', 'SUSPEND'] as const;
type Action = (typeof ACTIONS)[number];
const isAction = (action: unknown): action is Action => (ACTIONS as readonly unknown[]).includes(action);
const isState = (text: string): text is (typeof STORE_STATES)[number] =>
  (STORE_STATES as readonly string[]).includes(text);

/** Bulk changes of stores. */
export const storeBulkWords: JobKindWords = {
  title: ({ action }, { t }) => (isAction(action) ? t(`job.store-bulk.${action}`) : t('job.store-bulk.other')),
  facts: (summary, formats) => {
    const { reason, selection } = summary;
    const { t, locale } = formats;
    const regions = namesIn(locale, { type: 'region', fallback: 'code' });
    const facts: JobFact[] = [
      ...selectionFacts(
        selection,
        {
          state: {
            label: 'store.field.state',
            valueName: (state) => (isState(state) ? t(`store.state.${state}`) : null),
          },
          country: {
            label: 'store.field.countryCode',
            valueName: (code) => (/^[A-Z]{2}$/.test(code) ? regions.of(code) : null),
          },
          area: { label: 'store.field.areaId', valueName: (id) => keptName(summary, id, formats) },
          balance: { label: 'store.field.balance' },
          opened: { label: 'store.field.openedOn' },
          created: { label: 'store.field.created' },
          online: { label: 'store.field.online' },
        },
        formats,
        () => '/stores',
      ),
    ];
    if (typeof reason === 'string') facts.push({ name: t('job.fact.reason'), value: reason });
    return facts;
  },
  recordHref: (id) => `/stores/${id}`,
  lists: () => ['stores'],
};
