import { graphql } from '../../../generated/gql.ts';

graphql(`
  fragment RedemptionRow on CouponRedemption {
    id state couponId codeLast4 campaign { id code name } store { id sid name } streamer { id name } account { id publicNo name }
    orderReference orderMinor discountMinor currency points commissionMinor reservedAt reservedUntil confirmedAt releasedAt isLapsed rolledBackAt
    rolledBackBy { name } rollbackReason canRollBack
  }
`);

/** Uses of the codes of one campaign. */
export const redemptionDocuments = {
  page: graphql(`
    query RedemptionPage($first: Int, $after: String, $last: Int, $before: String, $filter: CampaignRedemptionFilter!, $sort: RedemptionSort, $search: String, $startAt: ListStart) {
      list: campaignRedemptions(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...RedemptionRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query RedemptionCount($filter: CampaignRedemptionFilter!, $search: String) { list: campaignRedemptions(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
};

/** Takes a confirmed use back. */
export const rollBackRedemptionMutation = graphql(`
  mutation RollBackRedemption($id: ID!, $reason: String!) { rollBackRedemption(input: { id: $id, reason: $reason }) { redemption { id } } }
`);

/** What a campaign has brought and cost. */
export const campaignStatisticsQuery = graphql(`
  query CampaignStatistics($campaignId: ID!, $from: Date, $to: Date) {
    campaignStatistics(campaignId: $campaignId, from: $from, to: $to) {
      currency timezone from to
      totals { confirmed rolledBack discountMinor points commissionMinor orderMinor }
      days { day confirmed rolledBack discountMinor points }
      stores { storeId sid name confirmed discountMinor }
      streamers { streamerId name confirmed discountMinor commissionMinor }
      rejections { day reason n }
      budget { usedMinor budgetMinor redemptions redemptionsLimit }
      budgetDays { day spentMinor }
    }
  }
`);

/** Warnings about budget, uses and codes that leaked. */
export const campaignAlertsQuery = graphql(`
  query CampaignAlerts($campaignId: ID!) { campaignAlerts(campaignId: $campaignId) { id kind percent raisedAt } }
`);

/** Uses as they happen. */
export const campaignTickerSubscription = graphql(`
  subscription CampaignTicker($campaignId: ID!) {
    campaignTicker(campaignId: $campaignId) { id at kind codeLast4 storeName streamerName discountMinor points currency }
  }
`);
