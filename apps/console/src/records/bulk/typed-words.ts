/**
 * Whether a person typed the displayed words, ignoring case, accents, apostrophes and spaces: displayed words have
 * typographic ones (“d’un”), which keyboards lack.
 */
export function isTypedAs(typed: string, words: string, locale: string): boolean {
  return new Intl.Collator(locale, { sensitivity: 'base', ignorePunctuation: true }).compare(typed, words) === 0;
}
