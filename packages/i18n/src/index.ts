export {
  createI18n,
  type I18n,
  type I18nOptions,
  type I18nSnapshot,
  LANGUAGE_NOT_AVAILABLE,
  type LocaleStorage,
  type TranslationSource,
} from './i18n.ts';
export {
  chooseLocale,
  DEFAULT_LOCALE,
  directionOf,
  fallbackChain,
  type LanguageChoice,
  LOCALE_STORAGE_KEY,
  type LocaleSituation,
  languageKey,
  matchKey,
  PSEUDO_LOCALES,
  type PseudoLocale,
  type PublishedLanguage,
} from './locale.ts';
export {
  flattenMessages,
  type MessageKey,
  type MessageRegistry,
  type Messages,
  type MessageValues,
} from './messages.ts';
export { createMissingKeyLog, MISSING_FLUSH_DELAY_MS, type MissingKey, type MissingKeyLog } from './missing-keys.ts';
