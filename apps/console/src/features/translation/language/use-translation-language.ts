import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { TranslationLanguageRecordQuery, TranslationRecordQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { languageDocuments } from '../translation.operations.ts';

/** A language as its page has it. */
export type LanguageRecord = NonNullable<TranslationLanguageRecordQuery['record']>;

/** A text as the editor has it. */
export type MessageRecord = NonNullable<TranslationRecordQuery['record']>;

/** Names of the lists that show data of a language. */
export const TRANSLATION_LISTS = { messages: 'translations', publications: 'translation-publications' } as const;

/** Search parameter of the text that is open beside the list. */
export const OPEN_MESSAGE = 'open';

/** Clients with texts. */
export function useTranslationClients() {
  return useQuery({
    queryKey: ['translation', 'clients'],
    queryFn: async ({ signal }) => (await load(languageDocuments.clients, {}, signal)).translationClients,
  });
}

/** Languages of a client, English first. */
export function useTranslationLanguages(clientId: string | null) {
  return useQuery({
    queryKey: ['translation', 'languages', clientId],
    enabled: clientId !== null,
    queryFn: async ({ signal }) =>
      (await load(languageDocuments.all, { clientId: clientId ?? '' }, signal)).translationLanguages,
  });
}

/** One language; null if it does not exist. */
export function useTranslationLanguage(id: string) {
  return useQuery({
    queryKey: ['translation', 'language', id],
    queryFn: async ({ signal }) => (await load(languageDocuments.record, { id }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** Refetches languages, texts and publications, after a change. */
export function useRefreshTranslations(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['translation'] }),
      ...Object.values(TRANSLATION_LISTS).map((list) => refreshLists(queryClient, list)),
    ]);
  }, [queryClient]);
}
