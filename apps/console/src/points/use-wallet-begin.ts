import { useQuery } from '@tanstack/react-query';
import { load } from '../lib/api/graphql-client.ts';
import { pointsBeginQuery } from './points.operations.ts';
import type { PointsWallet } from './use-points-wallet.ts';

/** When the wallet's first entry was recorded; null without one. Never changes after that. */
export function useWalletBegin({ id, entries }: PointsWallet) {
  return useQuery({
    queryKey: ['points-begin', id, entries > 0],
    queryFn: async ({ signal }) => {
      const variables = { filter: { wallet: { in: [id] } } };
      const { pointsEntries } = await load(pointsBeginQuery, variables, signal);
      return pointsEntries.nodes[0]?.recordedAt ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
