const NEEDS_QUOTES = /[",\r\n]/;
/** A text that begins with one of these is a formula to some spreadsheet (OWASP, CSV injection); the last four are full-width. */
export const FORMULA_SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const;
const FORMULA = new Set<string | undefined>(FORMULA_SIGNS);

/** One line of CSV by RFC 4180, with its line end. A text that a spreadsheet would take for a formula gets an apostrophe in front. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.has(value[0]) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
