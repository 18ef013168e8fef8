/**
 * The text for a reader (RFC 4647, look-up): that of their locale, whatever extensions its tag has, else that of the language in this or
 * another country, else the English one; null where there is none of these. The same rule as the database's `localized_text`.
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
