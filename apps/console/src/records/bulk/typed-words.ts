/**
 * Whether somebody typed the words that they read, whatever the case. Accents, apostrophes and spaces count for nothing: words on screen have
 * typographic ones (“d’un”), which keyboards do not have.
 */
export function isTypedAs(typed: string, words: string, locale: string): boolean {
  return new Intl.Collator(locale, { sensitivity: 'base', ignorePunctuation: true }).compare(typed, words) === 0;
}
