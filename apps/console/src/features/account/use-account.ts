import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AccountQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { OPEN_RECORD } from '../../lib/api/query-client.ts';
import { RequestError } from '../../lib/api/request-error.ts';
import { compareIn } from '../../lib/format/formats.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { accountAreasQuery, accountQuery } from './account.operations.ts';

export type AccountRecord = NonNullable<AccountQuery['account']>;
export type AccountActionName = AccountRecord['actions'][number]['action'];

/** One account; null if it does not exist or this person may not see it. */
export function useAccount(id: string) {
  const { locale } = useMessages();
  return useQuery({
    ...OPEN_RECORD,
    queryKey: ['account', id, locale],
    queryFn: async ({ signal }) => {
      try {
        const { account } = await load(accountQuery, { id, locale }, signal);
        return account ?? null;
      } catch (error) {
        // No such account: a retry would not help, unlike after a failed read.
        if (error instanceof RequestError && error.code === 'record.not-found') return null;
        throw error;
      }
    },
  });
}

/** Refetches the record, its history and the lists, after a change. */
export function useRefreshAccount(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['account', id] }),
      queryClient.invalidateQueries({ queryKey: ['account-history', id] }),
      refreshLists(queryClient, 'accounts'),
    ]);
  }, [queryClient, id]);
}

const AREAS_FRESH_MS = 5 * 60_000;

/** Areas of one country, by name. */
export function useAreas(countryCode: string | null) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['account-areas', countryCode, locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const countryCodes = countryCode === null ? null : [countryCode];
      const { areas } = await load(accountAreasQuery, { countryCodes, locale }, signal);
      const compare = compareIn(locale);
      return areas.toSorted((a, b) => compare(a.name, b.name));
    },
    enabled: countryCode !== null,
    staleTime: AREAS_FRESH_MS,
  });
}
