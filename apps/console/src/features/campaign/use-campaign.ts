import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { CampaignRecordQuery } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { campaignDocuments } from './campaign-record.operations.ts';

/** A campaign as its page has it. */
export type CampaignRecord = NonNullable<CampaignRecordQuery['record']>;

/** Names of the lists that show data of campaigns. */
export const CAMPAIGN_LISTS = {
  campaigns: 'campaigns',
  coupons: 'coupons',
  batches: 'coupon-batches',
  redemptions: 'campaign-redemptions',
} as const;

/** Parameter of the coupon that is open beside the list. */
export const OPEN_COUPON = 'open';

/** Key under which the answers of {@link useCampaign} are cached. */
export const campaignKey = (id: string, locale: string) => ['campaign', id, 'record', locale] as const;

/** One campaign; null if it does not exist or this person may not see it. */
export function useCampaign(id: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: campaignKey(id, locale),
    queryFn: async ({ signal }) => (await load(campaignDocuments.record, { id, locale }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** Refetches the campaign, the data on its page, and the lists, after a change. */
export function useRefreshCampaign(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['campaign', id] }),
      ...Object.values(CAMPAIGN_LISTS).map((list) => refreshLists(queryClient, list)),
    ]);
  }, [queryClient, id]);
}
