import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AttentionQuery, AttentionScope } from '../generated/graphql.ts';
import { load } from '../lib/api/graphql-client.ts';
import { followLive } from '../lib/live/live-feed.ts';
import { attentionChangedSubscription, attentionQuery } from './attention.operations.ts';

/** Changes that only depend on time are visible after this delay. */
const LOOK_AGAIN_MS = 60_000;

/** Open tasks, kept up to date while they are visible. */
export function useAttention(scope: AttentionScope, first: number) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () =>
      void queryClient.invalidateQueries({ queryKey: ['attention', scope] }, { cancelRefetch: false });
    return followLive(attentionChangedSubscription, { scope }, { onResult: refresh, onRecovered: refresh });
  }, [queryClient, scope]);
  return useQuery({
    queryKey: ['attention', scope, first],
    queryFn: async ({ signal }) => (await load(attentionQuery, { scope, first }, signal)).attention,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** A fingerprint: equal for the same rows in the same order with the same next step. */
export function attentionPrint({ items, failed }: AttentionQuery['attention']): string {
  return [...items.map(({ key, severity, action }) => `${key} ${severity} ${action}`), ...failed].join('\n');
}
