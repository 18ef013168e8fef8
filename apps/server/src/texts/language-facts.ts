import { directionOf } from '@backcounter/i18n/locale';

/** Writing direction of a locale. */
export function directionOfLocale(locale: string): 'LTR' | 'RTL' {
  return directionOf(locale) === 'rtl' ? 'RTL' : 'LTR';
}

const PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** Plural forms that a language tells apart when it counts, in the order of CLDR. */
export function pluralFormsOf(locale: string): readonly string[] {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  return PLURALS.filter((form) => pluralCategories.includes(form));
}

/** Whether both parts of a locale such as `it-IT` are known to CLDR. */
export function isKnownLocale(locale: string): boolean {
  const [language = '', country = ''] = locale.split('-');
  const knows = (type: 'language' | 'region', code: string) =>
    new Intl.DisplayNames(['en'], { type, fallback: 'none' }).of(code) !== undefined;
  return knows('language', language) && knows('region', country);
}

/**
 * A language in its own words, with its country only where several of it are there. It stands in menus, so it begins with a capital also in
 * languages such as French that write it small in running text (CLDR, context `uiListOrMenu`, which `Intl` does not know).
 */
export function nameOfLanguage(locale: string, isAlone: boolean): string {
  const tag = isAlone ? (locale.split('-', 1)[0] ?? locale) : locale;
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? locale;
  return name.replace(/^\p{Lowercase}/u, (first) => first.toLocaleUpperCase(locale));
}
