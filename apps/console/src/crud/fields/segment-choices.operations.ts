import { graphql } from '../../generated/gql.ts';

/** The name of one segment. */
export const segmentNameQuery = graphql(`
  query SegmentName($id: ID!) { segment(id: $id) { id name } }
`);

/** Segments to choose from. */
export const segmentChoicesQuery = graphql(`
  query SegmentChoices { list: segments(first: 100) { nodes { id name archivedAt } } }
`);
