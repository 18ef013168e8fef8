/**
 * Formats as 'ddd DD-MMM-YY' (specification, section 9), such as "Sun 20-Sep-26", in UTC, because the page has no
 * scripts.
 */
export function releaseDate(instant: Date): string {
  // ECMAScript defines this format: "Sun, 20 Sep 2026 …".
  const [weekday, day, month, year = ''] = instant.toUTCString().split(/,? /);
  return `${weekday} ${day}-${month}-${year.slice(-2)}`;
}
