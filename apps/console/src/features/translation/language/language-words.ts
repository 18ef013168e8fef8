import { useMessages } from '@backcounter/i18n/react';

/** Names languages in the reader's language: "German (Germany)". */
export function useLanguageName(): (locale: string) => string {
  const { locale: reader } = useMessages();
  return (locale) => new Intl.DisplayNames([reader], { type: 'language' }).of(locale) ?? locale;
}
