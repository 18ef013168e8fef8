'use client';

import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import {
  createIntl,
  createIntlCache,
  type IntlShape,
  type MessageDescriptor,
  RawIntlProvider,
  ReactIntlErrorCode,
} from 'react-intl';
import type { I18n, I18nSnapshot } from './i18n.ts';
import { type FormatChoice, formatLocale } from './locale.ts';
import { type CompiledMessage, isPlainText, type MessageKey, type MessageValues } from './messages.ts';

/** Returns the text of a key with its placeholders filled in, `{figure}` by the formatted `count`; never throws. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Texts and formats of the current language. */
export interface MessagesHook {
  /** The text of a key with its placeholders filled in; never throws. */
  readonly t: Translate;
  /** Key of the current language, such as `de-DE`. */
  readonly language: string;
  /** Tag for `Intl`: the language, with the chosen formats of dates and numbers. */
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** IANA zone in which times are displayed. */
  readonly timeZone: string;
  /** `Intl` formats of the language. */
  readonly intl: IntlShape;
  /** A number as the language writes it. */
  readonly figure: (value: number) => string;
}

interface I18nContextValue extends MessagesHook {
  readonly i18n: I18n;
  readonly snapshot: I18nSnapshot;
}

const I18nContext = createContext<I18nContextValue | null>(null);
const cache = createIntlCache();
type Descriptor = Pick<MessageDescriptor, 'id' | 'defaultMessage'>;

const descriptor = (id: string, text: CompiledMessage | undefined): Descriptor => ({
  id,
  defaultMessage: (text ?? id) as NonNullable<Descriptor['defaultMessage']>,
});

/** Adds the count as the language writes it, which a text shows beside its plural form. */
const withFigure = <Value,>(values: Readonly<Record<string, Value>> | undefined, figure: MessagesHook['figure']) =>
  typeof values?.['count'] === 'number' ? { figure: figure(values['count']), ...values } : values && { ...values };

function speak(i18n: I18n, snapshot: I18nSnapshot, timeZone: string, formats?: FormatChoice): I18nContextValue {
  const { locale: language, dir, messages } = snapshot;
  const locale = formatLocale(language, formats);
  const intl = createIntl(
    {
      locale,
      defaultLocale: 'en-US',
      messages: messages as Record<string, string>,
      timeZone,
      onError(problem) {
        // The browser has no data for a pseudo-locale, and noteUse counts missing texts.
        if (
          problem.code !== ReactIntlErrorCode.MISSING_DATA &&
          problem.code !== ReactIntlErrorCode.MISSING_TRANSLATION
        ) {
          i18n.noteProblem(problem);
        }
      },
    },
    cache,
  );
  const t: Translate = (key, values) => {
    i18n.noteUse(key);
    const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
    if (typeof message === 'string' && isPlainText(message)) return message;
    return String(intl.formatMessage(descriptor(key, i18n.defaultMessage(key)), withFigure(values, figure)));
  };
  const figure = new Intl.NumberFormat(locale).format;
  return { i18n, snapshot, t, language, locale, dir, timeZone, intl, figure };
}

const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Texts of the current language for code outside of components, such as messages of a request client; works before
 * anything is mounted.
 */
export function createTranslate(i18n: I18n): Translate {
  let voice = speak(i18n, i18n.snapshot(), deviceZone());
  return (key, values) => {
    if (voice.snapshot !== i18n.snapshot()) voice = speak(i18n, i18n.snapshot(), voice.timeZone);
    return voice.t(key, values);
  };
}

/** Properties of {@link I18nProvider}. */
export interface I18nProviderProps {
  readonly i18n: I18n;
  /** Default: the browser's zone. */
  readonly timeZone?: string | undefined;
  /** Default: the language's conventions. */
  readonly formats?: FormatChoice | undefined;
  readonly children: ReactNode;
}

/**
 * Provides the current language to its children; a change of language changes texts, formats and direction without a
 * reload.
 */
export function I18nProvider({ i18n, timeZone, formats, children }: I18nProviderProps) {
  const snapshot = useSyncExternalStore(i18n.subscribe, i18n.snapshot, i18n.snapshot);
  const zone = timeZone ?? deviceZone();
  const value = useMemo(() => speak(i18n, snapshot, zone, formats), [i18n, snapshot, zone, formats]);
  return (
    <I18nContext.Provider value={value}>
      <RawIntlProvider value={value.intl}>{children}</RawIntlProvider>
    </I18nContext.Provider>
  );
}

function useI18nContext(): I18nContextValue {
  const value = useContext(I18nContext);
  if (!value) throw new Error('I18nProvider is missing above this component');
  return value;
}

/** Texts and formats of the current language. */
export function useMessages(): MessagesHook {
  return useI18nContext();
}

/** Available languages, and the choice. */
export function useLanguages(): {
  readonly current: string;
  readonly languages: I18nSnapshot['languages'];
  readonly select: I18n['select'];
} {
  const { i18n, snapshot } = useI18nContext();
  return { current: snapshot.locale, languages: snapshot.languages, select: i18n.select };
}

/** Properties of {@link T}. */
export interface TProps {
  readonly id: MessageKey;
  /** Texts, elements, and functions for the tags of the message, such as `b: (chunks) => <b>{chunks}</b>`. */
  readonly values?: Readonly<Record<string, ReactNode | ((chunks: ReactNode[]) => ReactNode)>>;
}

/** A text with elements in it. */
export function T({ id, values }: TProps) {
  const { i18n, intl, figure } = useI18nContext();
  i18n.noteUse(id);
  return intl.formatMessage(descriptor(id, i18n.defaultMessage(id)), withFigure(values, figure)) as ReactNode;
}
