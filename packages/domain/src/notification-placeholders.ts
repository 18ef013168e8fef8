/** Parts of a text that differ by account, and whether an account may lack them. */
export const NOTIFICATION_PLACEHOLDERS = {
  /** First word of the display name. */
  firstName: { needsFallback: true },
  /** Available points. */
  points: { needsFallback: false },
  /** Store at which points were last earned. */
  store: { needsFallback: true },
} as const;

/** A placeholder. */
export type NotificationPlaceholder = keyof typeof NOTIFICATION_PLACEHOLDERS;

/** Values of an account; null: it has none. */
export interface PlaceholderValues {
  readonly firstName: string | null;
  readonly points: number | null;
  readonly store: string | null;
}

/** Characters of a value at most. */
const VALUE_MAX = 40;
/** Bytes of a value at most, in UTF-8. */
const VALUE_BYTES = 4 * VALUE_MAX;
/** `{{firstName|there}}`: a name, and a text for accounts without a value. */
const PLACEHOLDER = /\{\{\s*(\w+)\s*(?:\|([^{}|]*))?\}\}/g;
/** Spaces and what shows no character, such as direction marks; joiners are parts of words and emoji. */
const UNSEEN = /(?:(?![\u200c\u200d])[\p{C}\p{Z}])+/gu;

const isKnown = (name: string): name is NotificationPlaceholder => Object.hasOwn(NOTIFICATION_PLACEHOLDERS, name);

/** True for a text that differs by account. */
export function hasPlaceholders(text: string): boolean {
  return text.includes('{{');
}

/** Rule that a text breaks: braces that are no placeholder, or a missing fallback. */
export function placeholderProblem(text: string): 'placeholder' | 'placeholder-fallback' | null {
  if (!hasPlaceholders(text)) return null;
  for (const [, name = '', fallback = ''] of text.matchAll(PLACEHOLDER)) {
    if (!isKnown(name)) return 'placeholder';
    if (NOTIFICATION_PLACEHOLDERS[name].needsFallback && fallback.trim() === '') return 'placeholder-fallback';
  }
  return hasPlaceholders(text.replaceAll(PLACEHOLDER, '')) ? 'placeholder' : null;
}

/** The text for one account; placeholders in its values stay as they are. Null values: the fallbacks. */
export function fillPlaceholders(text: string, values: PlaceholderValues | null, locale: string): string {
  if (!hasPlaceholders(text)) return text;
  return text.replaceAll(PLACEHOLDER, (whole: string, name: string, fallback: string | undefined) => {
    if (!isKnown(name)) return whole;
    const value = values?.[name] ?? null;
    if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value);
    const words = (value ?? '').replace(UNSEEN, ' ').trim();
    const shown = name === 'firstName' ? words.split(' ', 1)[0] : words;
    return [...(shown || fallback?.trim() || (name === 'points' ? '0' : ''))].slice(0, VALUE_MAX).join('');
  });
}

/** The text with values as long as they can be, for its size. */
export function longestFilled(text: string): string {
  return hasPlaceholders(text) ? text.replaceAll(PLACEHOLDER, ' '.repeat(VALUE_BYTES)) : text;
}
