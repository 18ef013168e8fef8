import { keptFormats } from '@backcounter/i18n';

export { dateFormat } from '@backcounter/i18n';

const lists = keptFormats((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
const collators = keptFormats((locale, options: Intl.CollatorOptions) => new Intl.Collator(locale, options));

/** Formatters of numbers, where a text alone is not enough. */
export const numberFormat = keptFormats(
  (locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** Names of languages, regions and currencies. */
export const namesIn = keptFormats(
  (locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options),
);

/** Compares texts in the order of a language. */
export const compareIn = (locale: string, options: Intl.CollatorOptions = {}) => collators(locale, options).compare;

/** "1,234.5" */
export const formatNumber = (
  value: number | Intl.StringNumericLiteral,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): string => numberFormat(locale, options).format(value);

/** A share of 1: "12%". */
export const formatPercent = (share: number, locale: string, maximumFractionDigits = 0): string =>
  formatNumber(share, locale, { style: 'percent', maximumFractionDigits });

/** "a, b, c"; with "and" or "or" for a conjunction or a disjunction. */
export const formatList = (
  words: readonly string[],
  locale: string,
  type: 'unit' | 'conjunction' | 'disjunction' = 'unit',
  style: 'long' | 'short' | 'narrow' = 'long',
): string => lists(locale, { type, style }).format(words);

/** "Germany" */
export const regionName = (code: string, locale: string): string =>
  namesIn(locale, { type: 'region' }).of(code) ?? code;

/** "German (Austria)" */
export const languageName = (tag: string, locale: string): string =>
  namesIn(locale, { type: 'language' }).of(tag) ?? tag;
