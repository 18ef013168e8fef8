import { graphql } from '../../generated/gql.ts';

/** Segments for the command palette. */
export const findSegmentsQuery = graphql(`
  query FindSegments($search: String!, $first: Int!) {
    segments(search: $search, first: $first) { nodes { id name description } pageInfo { hasNextPage } matchedBy }
  }
`);
