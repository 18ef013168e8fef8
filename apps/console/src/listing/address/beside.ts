/** Address of a list with a record open beside it: the list's own parameters, and these. */
export function beside(path: string, search: URLSearchParams, open: Readonly<Record<string, string>>): string {
  const params = new URLSearchParams(search);
  for (const [key, value] of Object.entries(open)) params.set(key, value);
  return `${path}?${params}`;
}
