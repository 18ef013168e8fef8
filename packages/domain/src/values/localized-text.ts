import { z } from 'zod';

/** A language, or a language and a region: `de`, `pt-BR`. */
export const LOCALE_PATTERN = /^[a-z]{2}(-[A-Z]{2})?$/;
/** The required language of every text, shown where a translation is missing. */
export const SOURCE_LOCALE = 'en-US';
/** Languages of one text. */
const LOCALES_MAX = 50;
/** Control characters other than tab and line break. PostgreSQL cannot store NUL, and people cannot see the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/**
 * Overrides of the writing direction, which make a text read as another. Marks and isolates, which right-to-left texts
 * need, are allowed.
 */
const OVERRIDE = /[\u202d\u202e]/;
/** Anything but whitespace and invisible characters, such as the zero-width space. */
const SHAPE = /[^\s\p{Cf}]/u;

/**
 * True for the empty text, and for text that people can see: no control characters, lone surrogates or direction
 * overrides, and not only invisible characters. Breaks rule `characters`.
 */
export function isVisibleText(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text) && !OVERRIDE.test(text) && (text === '' || SHAPE.test(text));
}

/** A tag that matches `LOCALE_PATTERN`. Breaks rule `locale`. */
export const localeTag = z.string().regex(LOCALE_PATTERN, { error: 'locale' });

/**
 * The same text in several languages: locale -> text of 1 to `maxLength` characters, trimmed; en-US is required.
 * Problems are reported under the locale, such as `nameI18n.de-DE`.
 */
export function localizedText(maxLength: number) {
  return z
    .record(localeTag, z.string().trim().min(1).max(maxLength).refine(isVisibleText, { error: 'characters' }))
    .refine((texts) => Object.hasOwn(texts, SOURCE_LOCALE), { error: 'required', path: [SOURCE_LOCALE] })
    .refine((texts) => Object.keys(texts).length <= LOCALES_MAX, { error: 'too-many' });
}

/** A text in several languages. */
export type LocalizedText = Readonly<Record<string, string>>;
