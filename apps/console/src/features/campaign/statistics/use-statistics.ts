import { useQuery } from '@tanstack/react-query';
import type { CampaignStatisticsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { campaignStatisticsQuery } from '../redemption/redemption.operations.ts';

/** Results and cost of a campaign. */
export type CampaignStatistics = CampaignStatisticsQuery['campaignStatistics'];

/** Statistics of a campaign between two days, both included; by default the server's period. */
export function useStatistics(campaignId: string, from: string | null = null, to: string | null = null) {
  return useQuery({
    queryKey: ['campaign', campaignId, 'statistics', from, to],
    queryFn: async ({ signal }) =>
      (await load(campaignStatisticsQuery, { campaignId, from, to }, signal)).campaignStatistics,
    placeholderData: (previous) => previous,
    staleTime: 30_000,
  });
}
