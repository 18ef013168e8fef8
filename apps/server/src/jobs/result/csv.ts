const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Characters that make some spreadsheets treat a text as a formula (OWASP, CSV injection); the last four are
 * full-width.
 */
export const FORMULA_SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'] as const;
const FORMULA = new Set<string | undefined>(FORMULA_SIGNS);

/**
 * A CSV line (RFC 4180) including its line end. Text that a spreadsheet would treat as a formula gets a leading
 * apostrophe.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.has(value[0]) ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
