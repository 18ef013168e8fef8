/** Locale whose texts ship in the code (specification, section 9). */
export const DEFAULT_LOCALE = 'en-US';
/** Storage key of the chosen locale (specification, section 3). */
export const LOCALE_STORAGE_KEY = 'sdk-locale';

/** Pseudo-locales made from the English texts, for development and tests: longer and accented, or mirrored. */
export const PSEUDO_LOCALES = ['en-XA', 'ar-XB'] as const;
/** One of the two. */
export type PseudoLocale = (typeof PSEUDO_LOCALES)[number];

/** Whether a locale is one of the two. */
export function isPseudoLocale(key: string): key is PseudoLocale {
  return (PSEUDO_LOCALES as readonly string[]).includes(key);
}

/** A language as the translation service publishes it (specification, section 3). */
export interface PublishedLanguage {
  readonly language: { readonly iso639_1: string; readonly country_code: string; readonly name: string };
  readonly file_path: string;
}

/** A language that can be chosen. */
export interface LanguageChoice {
  /** Derived key `language-country`, such as `de-DE`. */
  readonly key: string;
  /** The language's name for itself. */
  readonly name: string;
  /** Path of its texts under the CDN, named by their content. en-US without one uses the texts in the code. */
  readonly filePath?: string;
}

/** Key of a published language: `language-country`. */
export function languageKey({ language }: PublishedLanguage): string {
  return `${language.iso639_1.toLowerCase()}-${language.country_code.toUpperCase()}`;
}

const languageOf = (key: string) => key.replace(/-.*/s, '').toLowerCase();

/** The published key that equals `wanted`, ignoring case. */
export function matchKey(wanted: string | null | undefined, published: readonly string[]): string | undefined {
  return published.find((key) => key.toLowerCase() === wanted?.toLowerCase());
}

/** Inputs of the choice of a locale. */
export interface LocaleSituation {
  readonly stored: string | null;
  /** The browser's languages, the preferred one first. */
  readonly browser: readonly string[];
  readonly published: readonly string[];
}

/**
 * The stored locale if it is published; else the first of the browser's languages that is, preferably in a country of
 * its tags; else en-US (specification, section 4).
 */
export function chooseLocale({ stored, browser, published }: LocaleSituation): string {
  const kept = matchKey(stored, published);
  if (kept) return kept;
  for (const wanted of browser) {
    const same = published.filter((key) => languageOf(key) === languageOf(wanted));
    const exact = [wanted, ...browser].map((tag) => matchKey(tag, same)).find((key) => key !== undefined);
    if (same[0] !== undefined) return exact ?? same[0];
  }
  return DEFAULT_LOCALE;
}

/**
 * Order in which locales are searched before the text in the code: the requested one, the same language of other
 * countries, en-US.
 */
export function fallbackChain(requested: string, published: readonly string[]): string[] {
  const same = published.filter((key) => languageOf(key) === languageOf(requested));
  return [...new Set([requested, ...same, DEFAULT_LOCALE])];
}

const RIGHT_TO_LEFT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

/** Writing direction of a locale. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(languageOf(locale)) ? 'rtl' : 'ltr';
}

/** Format of dates and numbers where it differs from the language's default; null or absent: the default. */
export interface FormatChoice {
  /** ISO 3166-1 code of the region whose conventions are used. */
  readonly region?: string | null;
  /** Hours from 0 to 23, or from 1 to 12. */
  readonly clock?: 'h23' | 'h12' | null;
  /** 0123456789, even where the language has its own digits. */
  readonly hasLatinDigits?: boolean;
}

/**
 * The tag (RFC 5646, with the extensions of UTS 35) with which `Intl` formats dates and numbers: `en-US` with region GB
 * and the 24-hour clock is `en-GB-u-hc-h23`. Where a language has no conventions for the region, `Intl` uses its
 * general ones. Pseudo-locales and invalid tags are returned unchanged.
 */
export function formatLocale(key: string, { region, clock, hasLatinDigits = false }: FormatChoice = {}): string {
  if (isPseudoLocale(key) || !(region || clock || hasLatinDigits)) return key;
  try {
    const { language } = new Intl.Locale(key);
    return new Intl.Locale(region ? `${language}-${region}` : key, {
      ...(clock ? { hourCycle: clock } : {}),
      ...(hasLatinDigits ? { numberingSystem: 'latn' } : {}),
    }).toString();
  } catch {
    return key;
  }
}

/**
 * Regions (ISO 3166-1) with their own conventions for dates and numbers in a language, as far as this browser knows
 * them.
 */
export function regionsOf(key: string): readonly string[] {
  const language = languageOf(key);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const regions = letters.flatMap((first) => letters.map((second) => first + second));
  return regions.filter((region) => {
    const tag = `${language}-${region}`;
    return new Intl.NumberFormat(tag).resolvedOptions().locale === tag;
  });
}
