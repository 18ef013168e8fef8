import { useQuery } from '@tanstack/react-query';
import type { CampaignStatisticsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { campaignStatisticsQuery } from '../redemption/redemption.operations.ts';

/** What a campaign has brought and cost. */
export type CampaignStatistics = CampaignStatisticsQuery['campaignStatistics'];

/** Figures of a campaign between two days, both included; without them the server's own span. */
export function useStatistics(campaignId: string, from: string | null = null, to: string | null = null) {
  return useQuery({
    queryKey: ['campaign', campaignId, 'statistics', from, to],
    queryFn: async ({ signal }) =>
      (await load(campaignStatisticsQuery, { campaignId, from, to }, signal)).campaignStatistics,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
    retry: 1,
  });
}
