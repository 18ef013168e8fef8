/** Longer descriptions are cut (specification, section 9). */
const DESCRIPTION_CHARACTERS = 100;

/**
 * The first 100 characters and ' ...', or null for a text that is not longer. Counts grapheme clusters: a flag, an
 * accent or an emoji family is one character and is not split.
 */
export function cutDescription(text: string): string | null {
  let count = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (count === DESCRIPTION_CHARACTERS) return `${text.slice(0, index)} ...`;
    count += 1;
  }
  return null;
}

/** A text with its first letter in upper case, by the rules of the language. */
export function capitalized(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}
