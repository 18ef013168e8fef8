import type { MessageKey } from '@backcounter/i18n';
import { formatInstant } from '../lib/format/dates.ts';
import { filterOfInput } from '../listing/filter/filter-input.ts';
import { encodeFilter } from '../listing/filter/filter-value.ts';
import { filterWords } from '../listing/filter/filter-words.ts';
import type { JobFact, JobFormats } from './job-kind-words.ts';

/** A selection as published by the server (`selectionSummary`). */
interface SelectionSummary {
  readonly picked: number | null;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Absent from older servers. */
  readonly search?: string | null;
  readonly excluded: number;
  readonly upTo: string;
}

const isSelection = (value: unknown): value is SelectionSummary =>
  typeof value === 'object' && value !== null && 'upTo' in value && 'filter' in value;

/** Labels of a list's filter. */
export interface FilterName {
  readonly label: MessageKey;
  /** Label of a value of a set; default: the value itself. */
  readonly valueName?: (value: string) => string | null | undefined;
}

/**
 * The records of a job: "12 picked by hand", "All up to … that match: State: Active · Country: Germany"; null if the
 * server publishes nothing.
 */
export function selectionWords(
  selection: unknown,
  filterNames: Readonly<Record<string, FilterName>>,
  formats: JobFormats,
): string | null {
  if (!isSelection(selection)) return null;
  const { t, locale, timeZone, figure } = formats;
  const { picked, filter, search, excluded } = selection;
  if (picked !== null) return t('job.selection.picked', { count: picked });
  const time = formatInstant(selection.upTo, { locale, timeZone }) ?? '';
  const filters = Object.entries(filter)
    .filter(([, input]) => input !== null && input !== undefined)
    .map(([key, input]) => oneFilter(key, input, filterNames, formats));
  if (search) filters.push(t('job.selection.search', { text: search }));
  const words =
    filters.length === 0
      ? t('job.selection.all', { time })
      : t('job.selection.filtered', { time, filters: filters.join(' · ') });
  return excluded === 0 ? words : t('job.selection.except', { selection: words, count: figure(excluded) });
}

/**
 * The records of a job as a fact, with a link to the list by the same filters and search; `path` is null for a list
 * without a page. Records that were picked by hand have no common list.
 */
export function selectionFacts(
  selection: unknown,
  filterNames: Readonly<Record<string, FilterName>>,
  formats: JobFormats,
  pathOf: (filter: SelectionSummary['filter']) => string | null,
): readonly JobFact[] {
  const words = selectionWords(selection, filterNames, formats);
  if (words === null || !isSelection(selection)) return [];
  const { picked, filter, search } = selection;
  const path = picked === null ? pathOf(filter) : null;
  const params = new URLSearchParams(search ? { q: search } : {});
  for (const [key, input] of Object.entries(filter)) {
    const value = filterOfInput(input);
    // Coupons are listed on the page of their campaign.
    if (value !== null && key !== 'campaign') params.set(key, encodeFilter(value));
  }
  const href = path === null ? {} : { href: params.size > 0 ? `${path}?${params}` : path };
  return [{ name: formats.t('job.fact.selection'), value: words, ...href }];
}

function oneFilter(
  key: string,
  input: unknown,
  filterNames: Readonly<Record<string, FilterName>>,
  { t, locale, timeZone }: JobFormats,
): string {
  const known = Object.hasOwn(filterNames, key) ? filterNames[key] : undefined;
  const label = known ? t(known.label) : key;
  const value = filterOfInput(input);
  if (value === null) return label;
  const labelOf = (text: string) => known?.valueName?.(text) ?? text;
  return t('job.selection.filter', { label, value: filterWords(value, { say: t, locale, timeZone, labelOf }) });
}
