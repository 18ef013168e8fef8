/**
 * The text for a reader (RFC 4647, lookup): by their locale, ignoring extensions of its tag, else by its language in
 * this or another country, else in English; null if none of these exists. The same rule as `localized_text` in the
 * database.
 */
export function textIn(texts: Readonly<Record<string, string>>, locale: string): string | null {
  const [language = '', ...rest] = locale.split('-');
  const region = rest.find((part) => /^[A-Z]{2}$/.test(part));
  const [sameLanguage] = Object.keys(texts)
    .filter((key) => key.startsWith(`${language}-`))
    .sort();
  for (const key of [locale, `${language}-${region}`, language, sameLanguage ?? language, 'en-US']) {
    if (Object.hasOwn(texts, key)) return texts[key] ?? null;
  }
  return null;
}
