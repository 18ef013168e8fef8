import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import type { AccountActionName, AccountRecord } from '../use-account.ts';
import { accountSummaryQuery } from './account-details.operations.ts';

/** How much is on the tabs of an account, and its latest note. */
export function useAccountSummary(id: string) {
  return useQuery({
    queryKey: ['account-belongings', id, 'summary'],
    // Each tab shows what it counts, and why that is not there.
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => (await load(accountSummaryQuery, { id }, signal)).accountSummary,
  });
}

/** A page of what a tab shows, and where the next one begins. */
export interface BelongingsPage<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Pages of a tab, one after the other. */
export function useBelongings<Node>(
  key: readonly string[],
  load: (after: string | null, signal: AbortSignal) => Promise<BelongingsPage<Node>>,
) {
  return useInfiniteQuery({
    queryKey: ['account-belongings', ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
  });
}

/** After a change of what belongs to an account: its tabs, its history and its record are asked again. */
export function useRefreshBelongings(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      [
        ['account-belongings', id],
        ['account-history', id],
        ['account', id],
      ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
  }, [queryClient, id]);
}

/** How an action is offered: not at all to those who can never do it, off in a state that does not allow it. */
export function offerOf(account: AccountRecord, name: AccountActionName): 'NEVER' | 'NOT_NOW' | 'NOW' {
  const right = account.actions.find(({ action }) => action === name);
  if (right === undefined || right.refusal === 'access.denied') return 'NEVER';
  return right.isAllowed ? 'NOW' : 'NOT_NOW';
}
