/** Accepted dates: an ISO date string, a valid date, or milliseconds since 1970 (specification, section 5). */
export type DateInput = string | number | Date;

/** Locale and time zone of dates. */
export interface DateStyle {
  /** BCP 47 tag. */
  readonly locale: string;
  /** IANA zone. */
  readonly timeZone: string;
}

/** An invalid date; the message names the value. */
export class InvalidDateError extends RangeError {
  override readonly name = 'InvalidDateError';
  /** The invalid value. */
  readonly value: unknown;

  constructor(value: unknown) {
    super(`Not a date: ${describe(value)}`);
    this.value = value;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  if (value instanceof Date) return 'a Date that is invalid';
  if (typeof value === 'number') return `the number ${value}`;
  return value === null ? 'null' : typeof value;
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/**
 * Parses a date. A string without a time is a calendar date (midnight UTC); one with a time but no zone is in the
 * device's zone (ISO 8601).
 * @throws InvalidDateError for another format, a day that the month does not have, or a number out of range
 */
export function parseDate(value: unknown): Date {
  if (typeof value === 'string') {
    const match = ISO.exec(value);
    if (!match) throw new InvalidDateError(value);
    const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
    // JavaScript reads 31 April as 1 May; it rejects other invalid days and months itself.
    if (day > daysIn(year, month)) throw new InvalidDateError(value);
    // JavaScript requires a point and a colon.
    return checked(new Date(value.replace(',', '.').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')), value);
  }
  if (typeof value === 'number') return checked(new Date(value), value);
  if (value instanceof Date) return checked(value, value);
  throw new InvalidDateError(value);
}

function daysIn(year: number, month: number): number {
  const end = new Date(Date.UTC(2000, month, 0));
  end.setUTCFullYear(year, month, 0);
  return end.getUTCDate();
}

function checked(date: Date, value: unknown): Date {
  if (Number.isNaN(date.getTime())) throw new InvalidDateError(value);
  return date;
}

/** Formatters, each made once for its locale and options: making one is slow, and a list shows hundreds of values. */
export function keptFormats<Options, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = JSON.stringify([locale, options]);
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

/** Formatters of times. */
export const dateFormat = keptFormats(
  (locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);

const format = (value: DateInput, { locale, timeZone }: DateStyle, options: Intl.DateTimeFormatOptions): string =>
  dateFormat(locale, { ...options, timeZone }).format(parseDate(value));

const isCalendarDate = (value: DateInput) => typeof value === 'string' && !value.includes('T');

/**
 * A day such as "14 Mar 2023". A calendar date without a time (a birthday) is the same day in every zone.
 * @throws InvalidDateError
 */
export function formatDay(value: DateInput, style: DateStyle): string {
  const timeZone = isCalendarDate(value) ? 'UTC' : style.timeZone;
  return format(value, { ...style, timeZone }, { day: 'numeric', month: 'short', year: 'numeric' });
}

/**
 * A time of day in the locale's notation: "14:31", "2:31 PM".
 * @throws InvalidDateError
 */
export function formatClock(value: DateInput, style: DateStyle): string {
  return format(value, style, { timeStyle: 'short' });
}

/**
 * A day and time such as "14 Mar 2023, 14:31".
 * @throws InvalidDateError
 */
export function formatInstant(value: DateInput, style: DateStyle): string {
  return format(value, style, { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * A day and time in UTC, marked as such: "14 Mar 2023, 13:31 UTC".
 * @throws InvalidDateError
 */
export function formatUtc(value: DateInput, { locale }: Pick<DateStyle, 'locale'>): string {
  return `${formatInstant(value, { locale, timeZone: 'UTC' })} UTC`;
}
