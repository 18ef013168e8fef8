/** A text in the language in use, else in English. */
export function textOf(texts: unknown, locale: string): string | null {
  if (typeof texts !== 'object' || texts === null) return null;
  const known = texts as Readonly<Record<string, string>>;
  return known[locale] ?? known['en-US'] ?? null;
}
