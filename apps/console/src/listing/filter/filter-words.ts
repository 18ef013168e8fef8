import type { MessageKey } from '@backcounter/i18n';
import { dateFormat, formatList, formatNumber, numberFormat } from '../../lib/format/formats.ts';
import { withoutIds } from '../../lib/format/machine-id.ts';
import type { FilterValue, InstantRange, NumberFilterValue, SetFilter } from './filter-value.ts';
import { windowToDays } from './zoned-day.ts';

/** Returns the text of a message; parameters as in ICU MessageFormat. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string;

/** Context for the texts of chips. */
export interface WordContext {
  readonly say: Say;
  readonly locale: string;
  readonly timeZone: string;
  /** The label of a value of a set filter; the raw value while labels are loading. */
  readonly labelOf: (value: string) => string;
}

const NAMED_VALUES = 3;

/** A filter's value as the text of its chip: "not Erased", "Lisboa, Berlin, Tōkyō +17", "in the last 30 days". */
export function filterWords(value: FilterValue, context: WordContext): string {
  switch (value.kind) {
    case 'set':
      return setWords(value, context);
    case 'flag':
      return context.say(value.value ? 'listing.filter.yes' : 'listing.filter.no');
    case 'text':
      return withoutIds(value.text, context.say('listing.filter.one-record'));
    case 'instant':
      return rangeWords(value.range, context);
    case 'number':
      return numberWords(value, context);
  }
}

function numberWords({ from, to }: NumberFilterValue, { say, locale }: WordContext): string {
  if (from !== null && to !== null)
    return from === to ? formatNumber(from, locale) : numberFormat(locale, {}).formatRange(from, to);
  if (from !== null) return say('listing.filter.at-least', { figure: formatNumber(from, locale) });
  return say('listing.filter.at-most', { figure: formatNumber(to ?? 0, locale) });
}

function setWords({ mode, values }: SetFilter, { say, labelOf, locale }: WordContext): string {
  const named = values.slice(0, NAMED_VALUES).map(labelOf);
  const joined = formatList(named, locale, 'unit', 'short');
  const more = values.length - named.length;
  const words = more > 0 ? say('listing.filter.and-more', { values: joined, count: more }) : joined;
  return mode === 'notIn' ? say('listing.filter.not', { values: words }) : words;
}

function rangeWords(range: InstantRange, { say, locale, timeZone }: WordContext): string {
  if ('withinDays' in range) return say('listing.filter.within-days', { days: range.withinDays });
  if ('olderThanDays' in range) return say('listing.filter.older-than-days', { days: range.olderThanDays });
  if ('nextDays' in range) return say('listing.filter.next-days', { days: range.nextDays });
  if ('isEmpty' in range) return say(range.isEmpty ? 'listing.filter.never' : 'listing.filter.ever');
  const days = windowToDays(range, timeZone);
  if (days) {
    const format = dateFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' });
    const at = (day: string) => new Date(`${day}T00:00:00.000Z`);
    if (days.first !== null && days.last !== null) return format.formatRange(at(days.first), at(days.last));
    if (days.first !== null) return say('listing.filter.from', { time: format.format(at(days.first)) });
    if (days.last !== null) return say('listing.filter.until', { time: format.format(at(days.last)) });
  }
  const exact = dateFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const { from, to } = range;
  if (from !== null && to !== null) return exact.formatRange(new Date(from), new Date(to));
  if (from !== null) return say('listing.filter.from', { time: exact.format(new Date(from)) });
  return say('listing.filter.before', { time: exact.format(new Date(to ?? 0)) });
}
