import { chooseLocale, matchKey } from '@backcounter/i18n/locale';

/** Languages of mails and of the provider's pages. */
export const TEXT_LANGUAGES = ['en-US', 'de-DE', 'ar-EG', 'fr-FR', 'es-ES'] as const;
/** One of `TEXT_LANGUAGES`. */
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];

/** The one of `TEXT_LANGUAGES` for a language tag, also of another region: `de-AT` is read in `de-DE`. */
export function textLanguageOf(tag: string | null | undefined): TextLanguage | undefined {
  const languageOf = (each: string) => each.split('-', 1)[0]?.toLowerCase();
  if (!tag || !TEXT_LANGUAGES.some((each) => languageOf(each) === languageOf(tag))) return undefined;
  const chosen = matchKey(chooseLocale({ stored: null, browser: [tag], published: TEXT_LANGUAGES }), TEXT_LANGUAGES);
  return TEXT_LANGUAGES.find((each) => each === chosen);
}
