import { useMessages } from '@backcounter/i18n/react';
import { load } from '../../../lib/api/graphql-client.ts';
import { HistoryTab } from '../../../records/history/history-tab.tsx';
import { languageDocuments } from '../translation.operations.ts';
import { useTranslationWords } from '../use-translation-words.ts';
import type { LanguageRecord } from './use-translation-language.ts';

const PAGE_SIZE = 25;

/** Change history of a language: publications, renames, withdrawals and accepted texts. */
export function LanguageChanges({ language }: { readonly language: LanguageRecord }) {
  const { locale } = useMessages();
  const words = useTranslationWords();
  return (
    <HistoryTab
      {...words}
      queryKey={['translation', 'language-history', language.id, locale]}
      load={async (after, signal) => {
        const variables = { id: language.id, first: PAGE_SIZE, after };
        const { record } = await load(languageDocuments.history, variables, signal);
        return record?.history;
      }}
    />
  );
}
