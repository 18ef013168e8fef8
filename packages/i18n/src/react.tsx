import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider, ReactIntlErrorCode } from 'react-intl';
import type { I18n, I18nSnapshot } from './i18n.ts';
import type { MessageKey, MessageValues } from './messages.ts';

/** Texts and formats of the language in use. */
export interface MessagesHook {
  /** The text of a key with its placeholders filled in; never throws. */
  readonly t: (key: MessageKey, values?: MessageValues) => string;
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** IANA zone in which times are shown. */
  readonly timeZone: string;
  /** `Intl` formats of the language. */
  readonly intl: IntlShape;
}

interface I18nContextValue extends MessagesHook {
  readonly i18n: I18n;
  readonly snapshot: I18nSnapshot;
}

const I18nContext = createContext<I18nContextValue | null>(null);
const cache = createIntlCache();

/** Properties of {@link I18nProvider}. */
export interface I18nProviderProps {
  readonly i18n: I18n;
  /** Default: the browser's zone. */
  readonly timeZone?: string;
  readonly children: ReactNode;
}

/** Gives all below the language in use; a change of language changes texts, formats and direction without a reload. */
export function I18nProvider({ i18n, timeZone, children }: I18nProviderProps) {
  const snapshot = useSyncExternalStore(i18n.subscribe, i18n.snapshot);
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const value = useMemo((): I18nContextValue => {
    const intl = createIntl(
      {
        locale: snapshot.locale,
        defaultLocale: 'en-US',
        messages: snapshot.messages,
        timeZone: zone,
        onError(problem) {
          // A pseudo-locale has no data of its own in the browser, and a missing text is counted by noteUse.
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
    const t = (key: MessageKey, values?: MessageValues) => {
      i18n.noteUse(key);
      return String(
        intl.formatMessage(
          { id: key, defaultMessage: i18n.defaultMessage(key) ?? key },
          values ? { ...values } : undefined,
        ),
      );
    };
    return { i18n, snapshot, t, locale: snapshot.locale, dir: snapshot.dir, timeZone: zone, intl };
  }, [i18n, snapshot, zone]);
  return (
    <I18nContext value={value}>
      <RawIntlProvider value={value.intl}>{children}</RawIntlProvider>
    </I18nContext>
  );
}

function useI18nContext(): I18nContextValue {
  const value = use(I18nContext);
  if (!value) throw new Error('I18nProvider is missing above this component');
  return value;
}

/** Texts and formats of the language in use. */
export function useMessages(): MessagesHook {
  return useI18nContext();
}

/** Languages to choose from, and the choice. */
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
  const { i18n, intl } = useI18nContext();
  i18n.noteUse(id);
  return intl.formatMessage(
    { id, defaultMessage: i18n.defaultMessage(id) ?? id },
    values ? { ...values } : undefined,
  ) as ReactNode;
}
