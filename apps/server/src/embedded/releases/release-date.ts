/** 'ddd DD-MMM-YY' (specification, section 9), such as "Sun 20-Sep-26"; a page without script knows no zone but UTC. */
export function releaseDate(instant: Date): string {
  // ECMAScript fixes this form: "Sun, 20 Sep 2026 …".
  const [weekday, day, month, year = ''] = instant.toUTCString().split(/,? /);
  return `${weekday} ${day}-${month}-${year.slice(-2)}`;
}
