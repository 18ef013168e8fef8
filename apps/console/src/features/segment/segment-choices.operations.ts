import { graphql } from '../../generated/gql.ts';

/** Segments to choose from. */
export const segmentChoicesQuery = graphql(`
  query SegmentChoices { list: segments(first: 100) { nodes { id name archivedAt } } }
`);
