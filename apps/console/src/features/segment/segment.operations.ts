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

/** Records that a clause can name, by a part of their name or by id. */
export const segmentStoresQuery = graphql(`
  query SegmentStores($search: String) { list: stores(first: 50, search: $search, sort: { key: NAME, direction: ASC }) { nodes { id name code: sid } } }
`);
export const segmentCampaignsQuery = graphql(`
  query SegmentCampaigns($search: String) { list: campaigns(first: 50, search: $search) { nodes { id name } } }
`);
export const segmentNotificationsQuery = graphql(`
  query SegmentNotifications($search: String, $locale: String) { list: notifications(first: 50, search: $search) { nodes { id name: title(locale: $locale) } } }
`);
export const segmentGiveawaysQuery = graphql(`
  query SegmentGiveaways($search: String, $locale: String) { list: giveaways(first: 50, search: $search) { nodes { id name: title(locale: $locale) } } }
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
  query SegmentReach($id: ID, $rule: JSON) { segmentReach(id: $id, rule: $rule) { isExact reasons { reason count } } }
`);
