import { useMessages } from '@backcounter/i18n/react';
import { languageName } from '../../../lib/format/formats.ts';

/** Names languages in the reader's language: "German (Germany)". */
export function useLanguageName(): (locale: string) => string {
  const { locale: reader } = useMessages();
  return (locale) => languageName(locale, reader);
}
