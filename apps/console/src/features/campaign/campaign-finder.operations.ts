import { graphql } from '../../generated/gql.ts';

/** Campaigns for the command palette. */
export const findCampaignsQuery = graphql(`
  query FindCampaigns($search: String!, $first: Int!) {
    campaigns(search: $search, first: $first) { nodes { id code name status } pageInfo { hasNextPage } matchedBy }
  }
`);
