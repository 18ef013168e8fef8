import { useMessages } from '@backcounter/i18n/react';
import { formatList } from '../lib/format/formats.ts';

/** The only operations that a program may run; nothing if it may run any. */
export function RegisteredDocuments({ names }: { readonly names: readonly string[] }) {
  const { t, locale } = useMessages();
  if (names.length === 0) return null;
  return <p>{t('records.documents.only', { count: names.length, names: formatList(names, locale) })}</p>;
}
