const PARTS = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  day: '2-digit',
  month: 'short',
  year: '2-digit',
  timeZone: 'UTC',
});

/** 'ddd DD-MMM-YY' (specification, section 9), such as "Fri 20-Nov-26"; a page without script knows no zone but UTC. */
export function releaseDate(instant: Date): string {
  const parts = Object.fromEntries(PARTS.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts['weekday']} ${parts['day']}-${parts['month']}-${parts['year']}`;
}
