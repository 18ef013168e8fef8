import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { type EntityWords, useEntityWords } from '../../records/entity-words.ts';
import { storeAreasQuery } from './store.operations.ts';
import { storeWords } from './store-words.ts';

const FRESH_MS = 5 * 60_000;

/** Labels of stores; areas by name, including earlier ones in other countries. */
export function useStoreWords(): EntityWords {
  const { locale } = useMessages();
  const words = useEntityWords<never>(storeWords, null);
  const areas = useQuery({
    queryKey: ['store-all-areas', locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => load(storeAreasQuery, { countryCodes: null, locale }, signal),
    staleTime: FRESH_MS,
  });
  return {
    ...words,
    wordsOf: (field, value) =>
      (field === 'areaId' ? areas.data?.areas.find(({ id }) => id === value)?.name : undefined) ??
      words.wordsOf(field, value),
  };
}
