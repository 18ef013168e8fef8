export {
  type DateInput,
  type DateStyle,
  dateFormat,
  formatClock,
  formatDay,
  formatInstant,
  formatUtc,
  InvalidDateError,
  keptFormats,
  parseDate,
} from './dates.ts';
export {
  createI18n,
  type I18n,
  type I18nOptions,
  type I18nSnapshot,
  LANGUAGE_NOT_AVAILABLE,
  type LocaleStorage,
  START_WAIT_MS,
  type TranslationSource,
} from './i18n.ts';
export {
  chooseLocale,
  DEFAULT_LOCALE,
  directionOf,
  type FormatChoice,
  fallbackChain,
  formatLocale,
  isPseudoLocale,
  type LanguageChoice,
  LOCALE_STORAGE_KEY,
  type LocaleSituation,
  languageKey,
  matchKey,
  PSEUDO_LOCALES,
  type PseudoLocale,
  type PublishedLanguage,
  regionsOf,
} from './locale.ts';
export {
  type CompiledMessage,
  type CompiledMessages,
  flattenMessages,
  isPlainText,
  MESSAGE_LIMITS,
  type MessageKey,
  type MessageRegistry,
  type Messages,
  type MessageValues,
  writeMessageFile,
} from './messages.ts';
export { createMissingKeyLog, MISSING_FLUSH_DELAY_MS, type MissingKey, type MissingKeyLog } from './missing-keys.ts';
export { createTranslate, type Translate } from './translate.ts';
export {
  createTranslationClient,
  NO_LANGUAGES,
  type TranslationClient,
  type TranslationHost,
  type TranslationSettings,
  UNKNOWN_LANGUAGE,
} from './translation-client.ts';
