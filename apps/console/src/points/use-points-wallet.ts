import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { PointsWalletQuery } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import { refreshLists } from '../listing/use-list-data.ts';
import { pointsWalletQuery } from './points.operations.ts';
import { POINTS_ENTRY_LIST } from './points-entry-list.ts';
import type { PointsOwner } from './points-owner.ts';

/** A wallet as the console reads it. */
export type PointsWallet = PointsWalletQuery['pointsWallet'];

/**
 * How often a wallet on screen is looked at. It is one row by its key; a notice for every transfer would make all transfers of the
 * database wait for each other when they commit.
 */
const LOOK_MS = 5_000;

const keyOf = ({ type, id }: PointsOwner) => ['points-wallet', type, id] as const;

const walletQuery = ({ type, id }: PointsOwner) =>
  queryOptions({
    queryKey: keyOf({ type, id }),
    queryFn: async ({ signal }) => (await load(pointsWalletQuery, { owner: { type, id } }, signal)).pointsWallet,
  });

/** The wallet of an owner, looked at again and again while it is on screen. */
export function usePointsWallet(owner: PointsOwner) {
  return useQuery({
    ...walletQuery(owner),
    refetchInterval: ({ state }) => (state.data ? LOOK_MS : false),
    retry: false,
  });
}

/** How many entries the wallet of an owner has, as it was read last; undefined where nobody knows it or there is no wallet. */
export function usePointsEntryCount(owner: PointsOwner): number | undefined {
  // Its tab shows the wallet, and why it is not there.
  const meta = { errorsShown: 'elsewhere' } as const;
  return useQuery({ ...walletQuery(owner), meta, staleTime: 60_000, retry: false }).data?.entries;
}

/** After a change of points: wallet, entries, chart and explanation are asked for again, and whatever shows the owner's balance. */
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
