const DAY_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Parses a release's date: a time in ISO 8601 or milliseconds, or a day without a time, which is the same day in every
 * zone. Null for anything else.
 */
export function readReleaseDate(date: string | number): Date | null {
  const [, year, month, day] = DAY_ONLY.exec(String(date)) ?? [];
  const read = day ? new Date(Number(year), Number(month) - 1, Number(day)) : new Date(date);
  return date === '' || Number.isNaN(read.getTime()) ? null : read;
}

/** 'ddd DD-MMM-YY' in local time and in English, whatever the language: "Sun 20-Sep-26". */
export function formatReleaseDate(date: Date): string {
  // ECMAScript fixes this format, whereas Intl data vary: British English has "Sept".
  const [weekday, month, day, year = ''] = date.toDateString().split(' ');
  return `${weekday} ${day}-${month}-${year.slice(-2)}`;
}
