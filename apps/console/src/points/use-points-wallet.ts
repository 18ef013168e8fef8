import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PointsWalletQuery } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import { refreshLists } from '../listing/use-list-data.ts';
import { pointsWalletQuery } from './points.operations.ts';
import { POINTS_ENTRY_LIST } from './points-entry-list.ts';
import type { PointsOwner } from './points-owner.ts';

/** A wallet, as the console loads it. */
export type PointsWallet = PointsWalletQuery['pointsWallet'];

/**
 * Polling interval of a visible wallet. It is one row by its key; a notification for every transfer would make all
 * transfers wait for each other on commit.
 */
const LOOK_MS = 5_000;

const keyOf = ({ type, id }: PointsOwner) => ['points-wallet', type, id] as const;

const walletQuery = ({ type, id }: PointsOwner) =>
  queryOptions({
    queryKey: keyOf({ type, id }),
    queryFn: async ({ signal }) => (await load(pointsWalletQuery, { owner: { type, id } }, signal)).pointsWallet,
  });

/** The wallet of an owner, polled while it is visible. */
export function usePointsWallet(owner: PointsOwner) {
  return useQuery({
    ...walletQuery(owner),
    refetchInterval: ({ state }) => (state.data ? LOOK_MS : false),
  });
}

/** Number of entries in the owner's wallet when it was last loaded; undefined if unknown or without a wallet. */
export function usePointsEntryCount(owner: PointsOwner): number | undefined {
  // Its tab shows the wallet, and why it is missing.
  const meta = { errorsShown: 'elsewhere' } as const;
  return useQuery({ ...walletQuery(owner), meta, staleTime: 60_000 }).data?.entries;
}

/**
 * Call after a change of points: reloads wallet, entries, chart and explanation, and everything that shows the owner's
 * balance.
 */
export function useRefreshPoints(owner: PointsOwner): () => Promise<void> {
  const queryClient = useQueryClient();
  const { type, id } = owner;
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf({ type, id }) }),
      queryClient.invalidateQueries({ queryKey: ['points'] }),
      refreshLists(queryClient, POINTS_ENTRY_LIST),
      refreshLists(queryClient, type === 'STORE' ? 'stores' : 'accounts'),
    ]);
  }, [queryClient, type, id]);
}
