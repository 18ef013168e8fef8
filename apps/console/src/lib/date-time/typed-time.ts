/** Dates and times as people type them. Values are ISO: `YYYY-MM-DD`, `HH:mm`, and `YYYY-MM-DDTHH:mm`. */

import { hoursOf } from '../format/dates.ts';
import { dateFormat } from '../format/formats.ts';
import { withLatinDigits } from '../format/number-text.ts';

/** Parts of a field. */
export type TypedKind = 'date' | 'time' | 'date-time';

const DAY = /^(\d{1,4})[^\d\p{L}]{1,3}(\d{1,2})[^\d\p{L}]{1,3}(\d{1,4})\.?$/u;
const DAY_AND_TIME = /^(\d{1,4}[^\d\p{L}]{1,3}\d{1,2}[^\d\p{L}]{1,3}\d{1,4})(?:t|\.?[\s,،]+)([^\s,،].*)$/u;
const TIME = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})(:\d{2}(?:\.\d{1,3})?)?)?(\D*)$/u;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
/** The ISO order, and the one of a locale. */
const ISO_ORDER: readonly string[] = ['year', 'month', 'day'];
/** A year of two digits is at most this far ahead. */
const SHORT_YEARS_AHEAD = 20;

/**
 * The value of a typed text: '' for an empty text, null for one that can't be read. Short forms, such as `18` and a
 * year of two digits, are read only when the person is done: they may be the beginning of a longer one.
 */
export function readTyped(text: string, kind: TypedKind, locale: string, isDone = false): string | null {
  const plain = withLatinDigits(text)
    .replace(/[\u061c\u200e\u200f]/g, '')
    .trim()
    .toLowerCase();
  if (plain === '') return '';
  if (kind === 'date') return readDay(plain, locale, isDone);
  if (kind === 'time') return readTime(plain, locale, isDone);
  const [, dayText = '', timeText = ''] = DAY_AND_TIME.exec(plain) ?? [];
  const [day, time] = [readDay(dayText, locale, isDone), readTime(timeText, locale, isDone)];
  return day === null || time === null ? null : `${day}T${time}`;
}

function readDay(text: string, locale: string, isDone: boolean): string | null {
  const groups = DAY.exec(text)?.slice(1) ?? [];
  const order: readonly string[] = groups[0]?.length === 4 ? ISO_ORDER : dayOrder(locale);
  const part = (name: string) => groups[order.indexOf(name)] ?? '';
  const year = isDone && part('year').length === 2 ? wholeYear(part('year')) : part('year');
  const day = `${year}-${part('month').padStart(2, '0')}-${part('day').padStart(2, '0')}`;
  const at = new Date(`${day}T00:00Z`);
  // JavaScript reads 31 April as 1 May.
  return ISO_DAY.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : null;
}

function wholeYear(digits: string): string {
  const now = new Date().getFullYear();
  const year = Math.floor(now / 100) * 100 + Number(digits);
  return String(year > now + SHORT_YEARS_AHEAD ? year - 100 : year);
}

function readTime(text: string, locale: string, isDone: boolean): string | null {
  const spaced = isDone ? text.replace(/^(\d{2})(\d{2})$/, '$1:$2') : text;
  const [, hourText, minute = '00', rest = '', period = ''] = TIME.exec(spaced) ?? [];
  if (hourText === undefined) return null;
  const half = period === '' ? null : halfOf(period, locale);
  if (half === undefined || (half === null && !isDone && spaced === hourText)) return null;
  const hour = Number(hourText);
  if (half !== null && (hour < 1 || hour > 12)) return null;
  const whole = half === null ? hour : (hour % 12) + half;
  const time = `${String(whole).padStart(2, '0')}:${minute}${/[1-9]/.test(rest) ? rest : ''}`;
  return Number.isNaN(Date.parse(`2000-01-01T${time}Z`)) || whole > 23 ? null : time;
}

/** Hours that the word for a half of the day adds; undefined for any other word. */
function halfOf(word: string, locale: string): 0 | 12 | undefined {
  const letters = (text: string) => text.toLowerCase().replace(/\P{L}/gu, '');
  const format = dateFormat(locale, { hour: 'numeric', hourCycle: 'h12', timeZone: 'UTC' });
  const own = (hour: number) =>
    letters(format.formatToParts(Date.UTC(2000, 0, 1, hour)).find(({ type }) => type === 'dayPeriod')?.value ?? '');
  const given = letters(word);
  if (['am', 'a', own(6)].includes(given)) return 0;
  return ['pm', 'p', own(18)].includes(given) ? 12 : undefined;
}

const dayFormat = (locale: string) =>
  dateFormat(locale, {
    calendar: 'gregory',
    timeZone: 'UTC',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });

/** Order of day, month and year in a locale. */
export function dayOrder(locale: string): readonly ('day' | 'month' | 'year')[] {
  const types = dayFormat(locale)
    .formatToParts(0)
    .map(({ type }) => type);
  return types.filter((type) => type === 'day' || type === 'month' || type === 'year');
}

/** A value as its field shows it, in a form that can be typed: `27.11.2026`, `18:30`, `6:30 PM`. */
export function showTyped(value: string, kind: TypedKind, locale: string): string {
  const [day = '', time = ''] = kind === 'time' ? ['', value] : value.split('T');
  const at = new Date(`${day || '2000-01-01'}T${time || '00:00'}Z`);
  if (value === '' || Number.isNaN(at.getTime())) return value;
  // Seconds are kept, but no one types them.
  const clock = time === '' || time.length > 5 ? time : clockWords(time, locale);
  return [day && dayFormat(locale).format(at), clock].filter(Boolean).join(' ');
}

/** A time of day (`HH:mm`) by the reader's clock. */
export function clockWords(time: string, locale: string): string {
  const hours = hoursOf(locale);
  const hour = hours.hourCycle === 'h12' ? 'numeric' : '2-digit';
  const format = dateFormat(locale, { timeZone: 'UTC', hour, minute: '2-digit', ...hours });
  return format.format(new Date(`2000-01-01T${time}Z`));
}
