const DAY_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Reads a release's date: a time of ISO 8601 or in milliseconds, or a day without a time, which is that day wherever it is read.
 * Null when it is no date.
 */
export function readReleaseDate(date: string | number): Date | null {
  const [, year, month, day] = DAY_ONLY.exec(String(date)) ?? [];
  const read = day ? new Date(Number(year), Number(month) - 1, Number(day)) : new Date(date);
  return date === '' || Number.isNaN(read.getTime()) ? null : read;
}

/** 'ddd DD-MMM-YY' in local time and in the words and digits of the language: "Fri 20-Nov-26". */
export function formatReleaseDate(date: Date, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    weekday: 'short',
    day: '2-digit',
    month: 'short',
    year: '2-digit',
  });
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value.replace(/\.$/, '')]));
  return `${parts.get('weekday')} ${parts.get('day')}-${parts.get('month')}-${parts.get('year')}`;
}

/** The language for dates: the option's, the document's, the browser's; whichever is a tag that the browser knows. */
export function dateLocale(option: string | undefined): string {
  for (const tag of [option, document.documentElement.lang, navigator.language]) {
    try {
      if (tag) return new Intl.Locale(tag).toString();
    } catch (cause) {
      console.debug('changelog-plugin: not a language', cause);
    }
  }
  return 'en-US';
}
