import { expectTypeOf } from 'vitest';
import {
  type CompiledMessage,
  createI18n,
  createTranslate,
  createTranslationClient,
  formatDay,
  type I18n,
  type I18nOptions,
  type LanguageChoice,
  type Messages,
  type PublishedLanguage,
  parseDate,
  type TranslationClient,
  type TranslationSettings,
  type TranslationSource,
} from './index.ts';
import { useLanguages, useMessages } from './react.tsx';

// The client of the service is a source of translations, and English texts need no compiling.
expectTypeOf<TranslationClient>().toExtend<TranslationSource>();
expectTypeOf<Messages>().toExtend<I18nOptions['defaults']>();
expectTypeOf(createI18n).returns.toEqualTypeOf<I18n>();
expectTypeOf(createTranslationClient).parameter(0).toEqualTypeOf<TranslationSettings>();

// Settings and entries are those of the specification, section 3.
expectTypeOf<keyof TranslationSettings>().toEqualTypeOf<
  'cdn' | 'baseUrl' | 'clientId' | 'useTranslationLogger' | 'suppressLogs'
>();
expectTypeOf<keyof PublishedLanguage>().toEqualTypeOf<'language' | 'file_path'>();
expectTypeOf<keyof PublishedLanguage['language']>().toEqualTypeOf<'iso639_1' | 'country_code' | 'name'>();

// ISO strings, dates and numbers (specification, section 5); the type guard takes any value.
expectTypeOf<string | number | Date>().toExtend<Parameters<typeof formatDay>[0]>();
expectTypeOf<null>().not.toExtend<Parameters<typeof formatDay>[0]>();
expectTypeOf(formatDay).returns.toEqualTypeOf<string>();
expectTypeOf(parseDate).parameter(0).toEqualTypeOf<unknown>();

// All properties that pages use are present.
expectTypeOf(useMessages).returns.toHaveProperty('dir').toEqualTypeOf<'ltr' | 'rtl'>();
expectTypeOf(useMessages).returns.toHaveProperty('t').returns.toEqualTypeOf<string>();
expectTypeOf(createTranslate).returns.returns.toEqualTypeOf<string>();
expectTypeOf(useLanguages).returns.toHaveProperty('languages').toEqualTypeOf<readonly LanguageChoice[]>();
expectTypeOf<I18n['defaultMessage']>().returns.toEqualTypeOf<CompiledMessage | undefined>();
expectTypeOf<I18n['select']>().returns.resolves.toEqualTypeOf<void>();
