/** URL parameters as plain text: `?new` is an empty text, a repeated key a list. No JSON, so that URLs are readable. */
export type SearchText = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(search: string): Record<string, string | string[]> {
  const params = new URLSearchParams(search);
  return Object.fromEntries(
    [...params.keys()].map((key) => {
      const [first, ...more] = params.getAll(key) as [string, ...string[]];
      return [key, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parts: string[] = [];
  for (const [key, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null) continue;
      const text = String(each);
      // Commas and colons separate the values of a filter; unescaped, a URL is readable.
      const name = encodeURIComponent(key);
      parts.push(
        text === '' ? name : `${name}=${encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':')}`,
      );
    }
  }
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}
