/** Longer descriptions are cut (specification, section 9). */
const DESCRIPTION_CHARACTERS = 100;

/**
 * The first 100 characters as a reader counts them and ' ...', or null for a text that is not longer. A flag, an accent or a family
 * of emoji is one character and stays whole.
 */
export function cutDescription(text: string): string | null {
  let count = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (count === DESCRIPTION_CHARACTERS) return `${text.slice(0, index)} ...`;
    count += 1;
  }
  return null;
}

/** A text with its first letter as a capital, by the rules of the language. */
export function capitalized(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}
