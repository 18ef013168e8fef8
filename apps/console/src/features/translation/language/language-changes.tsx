import { useMessages } from '@backcounter/i18n/react';
import { HistoryTab } from '../../../records/history/history-tab.tsx';
import { languageDocuments } from '../translation.operations.ts';
import { useTranslationWords } from '../use-translation-words.ts';
import type { LanguageRecord } from './use-translation-language.ts';

/** Change history of a language: publications, renames, withdrawals and accepted texts. */
export function LanguageChanges({ language }: { readonly language: LanguageRecord }) {
  const { locale } = useMessages();
  const words = useTranslationWords();
  return (
    <HistoryTab
      {...words}
      queryKey={['translation', 'language-history', language.id, locale]}
      id={language.id}
      document={languageDocuments.history}
    />
  );
}
