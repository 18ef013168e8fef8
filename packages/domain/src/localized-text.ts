import { z } from 'zod';

/** A language, or a language and a region: `de`, `pt-BR`. */
export const LOCALE_PATTERN = /^[a-z]{2}(-[A-Z]{2})?$/;
/** The language that every text must have; it stands in where another one is missing. */
export const SOURCE_LOCALE = 'en-US';
/** Languages that one text may have. */
const LOCALES_MAX = 50;
/** Control characters other than tab and line break; PostgreSQL cannot store the first, people cannot see the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** The overrides of writing direction, with which a text reads as another. Marks and isolates, which right-to-left texts need, are fine. */
const OVERRIDE = /[\u202d\u202e]/;
/** Anything but blanks and signs without a shape, such as the zero-width space. */
const SHAPE = /[^\s\p{Cf}]/u;

/**
 * Text that a person can see, or none: no control characters, no halves of a character, no override of direction, not only signs without a shape.
 * Breaks rule `characters`.
 */
export function isVisibleText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text) && !OVERRIDE.test(text) && (text === '' || SHAPE.test(text));
}

/** A tag as `LOCALE_PATTERN` says. Breaks rule `locale`. */
export const localeTag = z.string().regex(LOCALE_PATTERN, { error: 'locale' });

/**
 * The same text in several languages: locale -> text of 1 to `maxLength` characters, trimmed; en-US is needed. Problems are found under the
 * locale, such as `nameI18n.de-DE`.
 */
export function localizedText(maxLength: number) {
  return z
    .record(localeTag, z.string().trim().min(1).max(maxLength).refine(isVisibleText, { error: 'characters' }))
    .refine((texts) => Object.hasOwn(texts, SOURCE_LOCALE), { error: 'required', path: [SOURCE_LOCALE] })
    .refine((texts) => Object.keys(texts).length <= LOCALES_MAX, { error: 'too-many' });
}

/** A text in several languages. */
export type LocalizedText = Readonly<Record<string, string>>;
