import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { load } from '../lib/api/graphql-client.ts';
import { OPEN_RECORD } from '../lib/api/query-client.ts';
import { refreshLists } from '../listing/use-list-data.ts';
import type { EntityDefinition, EntityRow } from './entity-definition.ts';

/** One record; null if there is none that this person may see. */
export function useEntityRecord<Row extends EntityRow>(definition: EntityDefinition<Row>, id: string) {
  const { locale } = useMessages();
  return useQuery({
    ...OPEN_RECORD,
    queryKey: ['entity', definition.record.noun, id, locale],
    queryFn: async ({ signal }) => {
      const { record } = await load(definition.documents.record, { id, locale }, signal);
      return record ?? null;
    },
    // A form starts from the stored record, not from a cached one.
    gcTime: 0,
  });
}

/** Call after a change: reloads records of the entity, their history, its list, and pickers that offer them. */
export function useRefreshEntity<Row extends EntityRow>({
  record: { noun },
  list,
}: EntityDefinition<Row>): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['entity', noun] }),
      queryClient.invalidateQueries({ queryKey: ['entity-history', noun] }),
      queryClient.invalidateQueries({ queryKey: ['entity-choices', noun] }),
      queryClient.invalidateQueries({ queryKey: ['filter-options'] }),
      refreshLists(queryClient, list.name),
    ]);
  }, [queryClient, noun, list.name]);
}
