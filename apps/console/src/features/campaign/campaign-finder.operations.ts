import { graphql } from '../../generated/gql.ts';

/** Campaigns for the command palette. */
export const findCampaignsQuery = graphql(`
  query FindCampaigns($search: String!, $first: Int!) {
    campaigns(search: $search, first: $first) { nodes { id code name status } pageInfo { hasNextPage } matchedBy }
  }
`);

/** The coupon of a whole code. */
export const lookUpCouponMutation = graphql(`
  mutation LookUpCoupon($code: String!) {
    lookUpCoupon(input: { code: $code }) { coupon { id campaignId last4 status } }
  }
`);
