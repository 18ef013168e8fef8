import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { GiveawayRecordQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { giveawayDocuments } from './giveaway-record.operations.ts';

/** A giveaway as its page has it. */
export type GiveawayRecord = NonNullable<GiveawayRecordQuery['record']>;

/** Names of the lists that show data of giveaways. */
export const GIVEAWAY_LISTS = {
  giveaways: 'giveaways',
  transactions: 'giveaway-transactions',
  entries: 'giveaway-entries',
  winners: 'giveaway-winners',
} as const;

/** Search parameter of the entry or winner that is open beside the list. */
export const OPEN_ROW = 'open';

/** One giveaway; null if it does not exist. */
export function useGiveaway(id: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['giveaway', id, 'record', locale],
    queryFn: async ({ signal }) => (await load(giveawayDocuments.record, { id, locale }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** Refetches the giveaway, the data on its page, and the lists, after a change. */
export function useRefreshGiveaway(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['giveaway', id] }),
      ...Object.values(GIVEAWAY_LISTS).map((list) => refreshLists(queryClient, list)),
    ]);
  }, [queryClient, id]);
}
