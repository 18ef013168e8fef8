'use client';

import { Children, createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { I18n, I18nSnapshot } from './i18n.ts';
import type { FormatChoice } from './locale.ts';
import type { MessageKey } from './messages.ts';
import { deviceZone, speak, type Translate, type Voice } from './translate.ts';

export type { Translate };

/** Texts and formats of the current language. */
export type MessagesHook = Omit<Voice, 'i18n' | 'snapshot' | 'format'>;

const I18nContext = createContext<Voice | null>(null);

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
  return <I18nContext.Provider value={value}>{children}</I18nContext.Provider>;
}

function useI18nContext(): Voice {
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
export function T({ id, values }: TProps): ReactNode {
  const { i18n, format } = useI18nContext();
  i18n.noteUse(id);
  const keyed = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'function' ? (chunks: ReactNode[]) => value(Children.toArray(chunks)) : value,
  ]);
  return Children.toArray(format(id, Object.fromEntries(keyed)) as ReactNode);
}
