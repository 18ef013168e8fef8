const NEEDS_QUOTES = /[",\r\n]/;
/** What a spreadsheet takes for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV by RFC 4180, with its line end. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
