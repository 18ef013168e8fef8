import { withPlainDigits } from './digits.ts';
import { plain } from './nearest.ts';

/** Orders of day, month and year. */
export const DATE_ORDERS = ['DMY', 'MDY', 'YMD'] as const;
type DateOrder = (typeof DATE_ORDERS)[number];

const LANGUAGES = ['ar-EG', 'de-DE', 'de-AT', 'en-US', 'es-ES', 'fr-FR'];
/** Two-digit years from which on they are of the last century, as in spreadsheets. */
const LAST_CENTURY_FROM = 30;
const FILLERS: ReadonlySet<string> = new Set(['de', 'del', 'of', 'the', 'st', 'nd', 'rd', 'th', 'er', 'º']);
const TIME =
  /[T\s,](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?: ?[AP]\.?M\.?)?( ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;
const SEPARATORS = /^[\s./,،\-–—'’]*$/;

const STYLES = ['long', 'short'] as const;

/** Words of the languages, as `Intl` writes a part of dates. */
function wordsOf(type: 'month' | 'weekday', dates: readonly number[], options: Intl.DateTimeFormatOptions = {}) {
  return LANGUAGES.flatMap((language) =>
    STYLES.flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { ...options, [type]: style, timeZone: 'UTC' });
      return dates.map((date, index): [string, number] => [
        plain(format.formatToParts(date).find((part) => part.type === type)?.value ?? ''),
        index + 1,
      ]);
    }),
  );
}

const FIRST_DAYS = Array.from({ length: 12 }, (_, month) => Date.UTC(2000, month, 1));
const MONTHS: ReadonlyMap<string, number> = new Map([
  ...wordsOf('month', FIRST_DAYS),
  ...wordsOf('month', FIRST_DAYS, { day: 'numeric' }),
  ['sept', 9],
  ['mrz', 3],
]);
const WEEKDAYS: ReadonlySet<string> = new Set(
  wordsOf(
    'weekday',
    Array.from({ length: 7 }, (_, day) => Date.UTC(2000, 0, 2 + day)),
  ).map(([word]) => word),
);

type Dates = Partial<Record<DateOrder, string>>;

/** The day that a text means, as ISO 8601, in each order in which it is one. Years of two digits are from 1930 to 2029. */
export function readDate(given: string): Dates {
  let text = withPlainDigits(given).replace(/[年月日]/g, '-');
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return inAnyOrder(text.slice(0, 4), text.slice(5, 7), text.slice(8));
  const time = TIME.exec(text);
  if (time !== null) {
    // With an offset, another time than midnight may be another day here.
    if (time[4] !== undefined && !/^0?0:00(:00)?$/.test(`${time[1]}:${time[2]}${time[3] ? `:${time[3]}` : ''}`))
      return {};
    text = text.slice(0, time.index);
  }
  const tokens = text.match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
  if (tokens.length > 8 || !SEPARATORS.test(text.replace(/[\d\p{L}\p{M}]/gu, ''))) return {};
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens.map(plain).filter((token) => /^\D/.test(token) && !FILLERS.has(token));
  // `mar` is a Tuesday, too.
  if (WEEKDAYS.has(words[0] ?? '') && (words.length > 1 || !MONTHS.has(words[0] ?? ''))) words.shift();
  const months = words.map((word) => MONTHS.get(word));
  if (months.includes(undefined) || months.length > 1) return {};
  const [a = '', b = '', c = ''] = numbers;
  if (months[0] !== undefined)
    return numbers.length !== 2
      ? {}
      : a.length > 2
        ? inAnyOrder(a, String(months[0]), b)
        : inAnyOrder(b, String(months[0]), a);
  if (numbers.length === 1 && /^\d{8}$/.test(a)) return compact(a);
  if (numbers.length !== 3) return {};
  if (a.length > 2) return inAnyOrder(a, b, c);
  return present({ DMY: isoDay(c, b, a), MDY: isoDay(c, a, b), YMD: c.length > 2 ? null : isoDay(a, b, c) });
}

/** Eight digits; any other number has no year near ours. */
function compact(digits: string): Dates {
  const near = (year: string, month: string, day: string) =>
    /^(1[89]|20)/.test(year) ? isoDay(year, month, day) : null;
  const [first, second, last] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const yearFirst = near(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6));
  return present({ DMY: near(last, second, first), MDY: near(last, first, second), YMD: yearFirst });
}

function inAnyOrder(year: string, month: string, day: string): Dates {
  const iso = isoDay(year, month, day);
  return present({ DMY: iso, MDY: iso, YMD: iso });
}

function present(days: Readonly<Record<DateOrder, string | null>>): Dates {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day !== null));
}

function isoDay(year: string, month: string, day: string): string | null {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null;
  const full = year.length === 4 ? year : `${Number(year) < LAST_CENTURY_FROM ? '20' : '19'}${year}`;
  const iso = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

/** The day of a serial number of Excel; undefined for a text that is none. */
export function serialDay(text: string): string | undefined {
  const days = /^\d{4,6}(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : 0;
  return days > 60 && days < 80_000 ? new Date(Date.UTC(1899, 11, 30 + days)).toISOString().slice(0, 10) : undefined;
}
