import { useMessages } from '@backcounter/i18n/react';
import { changesIn } from '../../../records/history/change-list.tsx';
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

/** Changes of a text or language with its labels, for pages of other features. */
export const TranslationChangeList = changesIn(useTranslationWords);
