import { graphql } from '../../generated/gql.ts';

/** The name of one segment. */
export const segmentNameQuery = graphql(`
  query SegmentName($id: ID!) { segment(id: $id) { id name } }
`);
