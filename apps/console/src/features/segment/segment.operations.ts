import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment SegmentRow on Segment { id version ...SegmentFields members archivedAt createdAt updatedAt updatedBy { name } }
`);

/** Counts of a rule, and after each part of its outermost group. */
export const segmentCountsQuery = graphql(`
  query SegmentCounts($rule: JSON!) {
    segmentCounts(rule: $rule) { accounts { ...Counted } members { ...Counted } steps { ...Counted } groups { path steps { ...Counted } } }
  }
`);

/** Stores at which people earn points. */
export const segmentStoresQuery = graphql(`
  query SegmentStores { stores(first: 100, sort: { key: NAME, direction: ASC }) { nodes { id name sid } } }
`);
/** Campaigns whose coupons people redeem. */
export const segmentCampaignsQuery = graphql(`
  query SegmentCampaigns { campaigns(first: 100) { nodes { id name code } } }
`);
/** Notifications that people open. */
export const segmentNotificationsQuery = graphql(`
  query SegmentNotifications($locale: String) { notifications(first: 100) { nodes { id title(locale: $locale) } } }
`);
/** Giveaways that people win. */
export const segmentGiveawaysQuery = graphql(`
  query SegmentGiveaways($locale: String) { giveaways(first: 100) { nodes { id title(locale: $locale) } } }
`);

/** Other segments with the same members. */
export const segmentOverlapsQuery = graphql(`
  query SegmentOverlaps($id: ID!) { segmentOverlaps(id: $id) { isExact segments { id name members } } }
`);

/** The latest notifications and giveaways for members. */
export const segmentUsesQuery = graphql(`
  query SegmentUses($id: ID!, $locale: String) {
    notifications(first: 5, filter: { segment: { in: [$id] } }) {
      nodes { id title(locale: $locale) state startsAt startedAt updatedAt } count { ...Counted }
    }
    giveaways(first: 5, filter: { segment: { in: [$id] } }) {
      nodes { id title(locale: $locale) status opensAt } count { ...Counted }
    }
  }
`);

/** The latest campaigns for members. */
export const segmentCampaignUsesQuery = graphql(`
  query SegmentCampaignUses($id: ID!) {
    campaigns(first: 5, filter: { segment: { in: [$id] } }) { nodes { id name status startsAt } count { ...Counted } }
  }
`);

/** Members by day, and by whether a push reaches them. */
export const segmentDaysQuery = graphql(`
  query SegmentDays($id: ID!) { segmentDays(id: $id) { day members entered left } }
`);
export const segmentReachQuery = graphql(`
  query SegmentReach($id: ID!) { segmentReach(id: $id) { isExact reasons { reason count } } }
`);
