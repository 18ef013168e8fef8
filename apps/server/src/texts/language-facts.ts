import { directionOf } from '@backcounter/i18n/locale';

/** Writing direction of a locale. */
export function directionOfLocale(locale: string): 'LTR' | 'RTL' {
  return directionOf(locale) === 'rtl' ? 'RTL' : 'LTR';
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** A language's plural categories, in CLDR order. */
export function pluralFormsOf(locale: string): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  return PLURALS.filter((form) => pluralCategories.includes(form));
}

/** Whether CLDR knows both parts of a locale such as `it-IT`. */
export function isKnownLocale(locale: string): boolean {
  const [language = '', country = ''] = locale.split('-');
  const knows = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined;
  return knows('language', language) && knows('region', country);
}

/**
 * A language's name in that language, with its country unless `isAlone`. Capitalised for menus even in languages such
 * as French (CLDR context `uiListOrMenu`, which `Intl` does not support).
 */
export function nameOfLanguage(locale: string, isAlone: boolean): string {
  const tag = isAlone ? (locale.split('-', 1)[0] ?? locale) : locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? locale;
  return name.replace(/^\p{Lowercase}/u, (first) => first.toLocaleUpperCase(locale));
}
