import { compareIn } from '../../lib/format/formats.ts';

/**
 * Whether a person typed the displayed words, ignoring case, accents, apostrophes and spaces: displayed words have
 * typographic ones (“d’un”), which keyboards lack.
 */
export function isTypedAs(typed: string, words: string, locale: string): boolean {
  return compareIn(locale, { sensitivity: 'base', ignorePunctuation: true })(typed, words) === 0;
}
