import type { ListName } from '../../generated/graphql.ts';
import { formatNumber } from '../../lib/format/formats.ts';
import type { JobFact, JobKindWords } from '../job-kind-words.ts';

const LISTS = [
  'ACCOUNTS',
  'AREAS',
  'AUDIT',
  'BADGES',
  'BADGE_CATEGORIES',
  'CONFIG_ENTRIES',
  'COUNTRIES',
  'JOBS',
  'APPS',
  'MACHINE_CLIENTS',
  'POINTS_ENTRIES',
  'RELEASES',
  'STORES',
  'TOPICS',
  'TOPIC_CATEGORIES',
  'TRANSLATIONS',
] as const satisfies readonly ListName[];
type Known = (typeof LISTS)[number];
const isKnown = (list: unknown): list is Known => (LISTS as readonly unknown[]).includes(list);

/** Files of lists. */
export const listExportWords: JobKindWords = {
  title: (summary, { t }) => {
    const format = String(summary['format'] ?? '');
    const { list } = summary;
    return isKnown(list) ? t(`export.job.${list}`, { format }) : t('export.job.other', { format });
  },
  facts: ({ columns, ids, isFiltered, isSearched }, { t, locale }) => {
    const rows =
      typeof ids === 'number'
        ? t('export.fact.picked', { count: ids })
        : t(isFiltered === true || isSearched === true ? 'export.fact.narrowed' : 'export.fact.all');
    const facts: JobFact[] = [{ name: t('export.fact.rows'), value: rows }];
    if (typeof columns === 'number')
      facts.unshift({ name: t('export.fact.columns'), value: formatNumber(columns, locale) });
    return facts;
  },
  // It changes no records.
  lists: () => [],
};
