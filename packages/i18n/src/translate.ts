import { createIntl, createIntlCache, IntlErrorCode, type IntlShape, type MessageDescriptor } from '@formatjs/intl';
import type { I18n, I18nSnapshot } from './i18n.ts';
import { type FormatChoice, formatLocale } from './locale.ts';
import { isPlainText, type MessageKey, type MessageValues } from './messages.ts';

/** Returns the text of a key with its placeholders filled in, `{figure}` by the formatted `count`; never throws. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** Texts and formats of one state of the languages. */
export interface Voice {
  readonly i18n: I18n;
  readonly snapshot: I18nSnapshot;
  /** The text of a key with its placeholders filled in; never throws. */
  readonly t: Translate;
  /** Formats a message whose values may be more than text; a list where the message has tags. */
  readonly format: (key: MessageKey, values?: Readonly<Record<string, unknown>>) => unknown;
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

const cache = createIntlCache();

/** The zone of the device. */
export const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The voice of a snapshot. */
export function speak(i18n: I18n, snapshot: I18nSnapshot, timeZone: string, formats?: FormatChoice): Voice {
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
        if (problem.code !== IntlErrorCode.MISSING_DATA && problem.code !== IntlErrorCode.MISSING_TRANSLATION) {
          i18n.noteProblem(problem);
        }
      },
    },
    cache,
  );
  const figure = new Intl.NumberFormat(locale).format;
  const format: Voice['format'] = (id, values) => {
    const defaultMessage = (i18n.defaultMessage(id) ?? id) as NonNullable<MessageDescriptor['defaultMessage']>;
    // The count as the language writes it, which a text shows beside its plural form.
    const counted = typeof values?.['count'] === 'number' ? { figure: figure(values['count']), ...values } : values;
    return intl.formatMessage({ id, defaultMessage }, counted as MessageValues);
  };
  const t: Translate = (key, values) => {
    i18n.noteUse(key);
    const message = Object.hasOwn(messages, key) ? messages[key] : undefined;
    return typeof message === 'string' && isPlainText(message) ? message : String(format(key, values));
  };
  return { i18n, snapshot, t, format, language, locale, dir, timeZone, intl, figure };
}

/** Texts of the current language without a framework; works at once, and follows each choice of a language. */
export function createTranslate(i18n: I18n): Translate {
  let voice = speak(i18n, i18n.snapshot(), deviceZone());
  return (key, values) => {
    if (voice.snapshot !== i18n.snapshot()) voice = speak(i18n, i18n.snapshot(), voice.timeZone);
    return voice.t(key, values);
  };
}
