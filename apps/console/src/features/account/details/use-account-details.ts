import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { load } from '../../../lib/api/graphql-client.ts';
import type { AccountActionName, AccountRecord } from '../use-account.ts';
import { accountSummaryQuery } from './account-details.operations.ts';

/** Counts on the tabs of an account, and its latest note. */
export function useAccountSummary(id: string) {
  return useQuery({
    queryKey: ['account-belongings', id, 'summary'],
    // Each tab shows its own error.
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => (await load(accountSummaryQuery, { id }, signal)).accountSummary,
  });
}

/** A page of a tab's rows, with the cursor of the next one. */
export interface DetailsPage<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
}

/** Loads the pages of a tab one after the other. */
export function useDetailsPages<Node>(
  key: readonly (string | null)[],
  load: (after: string | null, signal: AbortSignal) => Promise<DetailsPage<Node>>,
) {
  return useInfiniteQuery({
    queryKey: ['account-belongings', ...key],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null),
  });
}

/** Counts of the rows of a tab by the alias of their list; undefined until known. */
export function useDetailsCounts<Name extends string>(
  [id, tab]: readonly [id: string, tab: string],
  load: (signal: AbortSignal) => Promise<Readonly<Record<Name, { readonly count: { readonly value: number } }>>>,
): Readonly<Record<Name, number>> | undefined {
  const answer = useQuery({
    queryKey: ['account-belongings', id, tab, 'counts'],
    // The rows show their own errors; without counts the labels stand alone.
    meta: { errorsShown: 'elsewhere' },
    queryFn: async ({ signal }) => {
      const lists = Object.entries<{ readonly count: { readonly value: number } }>(await load(signal));
      return Object.fromEntries(lists.map(([name, { count }]) => [name, count.value])) as Record<Name, number>;
    },
  });
  return answer.data;
}

/** Refetches the account's record, tabs and history, after a change of their data. */
export function useRefreshDetails(id: string): () => Promise<void> {
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

/** How an action is offered: hidden from people who can never take it, disabled in a state that forbids it. */
export function offerOf(account: AccountRecord, name: AccountActionName): 'NEVER' | 'NOT_NOW' | 'NOW' {
  const right = account.actions.find(({ action }) => action === name);
  if (right === undefined || right.refusal === 'access.denied') return 'NEVER';
  return right.isAllowed ? 'NOW' : 'NOT_NOW';
}
