import { graphql } from '../../generated/gql.ts';

/** Streamers for the command palette. */
export const findStreamersQuery = graphql(`
  query FindStreamers($search: String!, $first: Int!) {
    streamers(search: $search, first: $first) { nodes { id displayName platform } pageInfo { hasNextPage } }
  }
`);
