import {
  type DateStyle,
  InvalidDateError,
  formatClock as writeClock,
  formatDay as writeDay,
  formatInstant as writeInstant,
} from '@backcounter/i18n';

/** Returns null for an invalid date, and logs it. */
function orNull(write: (value: never, style: DateStyle) => string) {
  return (value: unknown, style: DateStyle): string | null => {
    if (value === null || value === undefined) return null;
    try {
      return write(value as never, style);
    } catch (error) {
      if (!(error instanceof InvalidDateError)) throw error;
      console.warn(error.message);
      return null;
    }
  };
}

/** A day such as "14 Mar 2023"; a calendar date without a time (a birthday) is the same day in every zone. Null where there is no date. */
export const formatDay = orNull(writeDay);

/** A time of day as the locale writes it: "14:31", "2:31 PM". Null where there is no date. */
export const formatClock = orNull(writeClock);

/** A day and time such as "14 Mar 2023, 14:31". Null where there is no date. */
export const formatInstant = orNull(writeInstant);

/** Hour cycle of exact times, as an option of `Intl`: 0 to 23, unless the reader chose otherwise. */
export function hoursOf(locale: string): Pick<Intl.DateTimeFormatOptions, 'hourCycle'> {
  return { hourCycle: new Intl.Locale(locale).hourCycle ?? 'h23' };
}
