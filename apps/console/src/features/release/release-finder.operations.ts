import { graphql } from '../../generated/gql.ts';

/** Releases for the command palette. */
export const findReleasesQuery = graphql(`
  query FindReleases($search: String!, $first: Int!) {
    releases(search: $search, first: $first) { nodes { id number state date } pageInfo { hasNextPage } matchedBy }
  }
`);
