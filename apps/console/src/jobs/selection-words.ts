import type { MessageKey } from '@backcounter/i18n';
import { formatInstant } from '../lib/dates.ts';
import type { JobFormats } from './job-kind-words.ts';

/** What the server tells of a selection (`selectionSummary`). */
interface SelectionSummary {
  readonly picked: number | null;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly hasSearch: boolean;
  readonly excluded: number;
  readonly upTo: string;
}

const isSelection = (value: unknown): value is SelectionSummary =>
  typeof value === 'object' && value !== null && 'upTo' in value && 'filter' in value;

/**
 * Which records a job was for: "12 picked by hand", "All up to … that match: State, Country". Filters are named, their values are those of
 * a moment that is over; null where the server tells nothing.
 */
export function selectionWords(
  selection: unknown,
  labels: Readonly<Record<string, MessageKey>>,
  { t, locale, timeZone }: JobFormats,
): string | null {
  if (!isSelection(selection)) return null;
  const figure = (count: number) => new Intl.NumberFormat(locale).format(count);
  const { picked, filter, hasSearch, excluded } = selection;
  if (picked !== null) return t('job.selection.picked', { count: picked, figure: figure(picked) });
  const time = formatInstant(selection.upTo, { locale, timeZone }) ?? '';
  const names = Object.keys(filter).map((key) => {
    const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return label ? t(label) : key;
  });
  if (hasSearch) names.push(t('job.selection.search'));
  const filters = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  const words = names.length === 0 ? t('job.selection.all', { time }) : t('job.selection.filtered', { time, filters });
  return excluded === 0 ? words : t('job.selection.except', { selection: words, count: figure(excluded) });
}
