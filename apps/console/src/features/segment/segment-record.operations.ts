// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment SegmentFields on Segment { name description rule }
`);

/** Documents of the segment for the kit of records. */
export const segmentDocuments = {
  page: graphql(`
    query SegmentPage($first: Int, $after: String, $last: Int, $before: String, $filter: SegmentFilter, $sort: SegmentSort, $search: String, $startAt: ListStart) {
      list: segments(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...SegmentRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query SegmentCount($filter: SegmentFilter, $search: String) { list: segments(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query SegmentRecord($id: ID!) { record: segment(id: $id) { ...SegmentRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query SegmentHistory($id: ID!, $first: Int!, $after: String) { record: segment(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateSegment($input: CreateSegmentInput!) { saved: createSegment(input: $input) { record: segment { id version } } }
  `),
  update: graphql(`
    mutation UpdateSegment($input: UpdateSegmentInput!) { saved: updateSegment(input: $input) { record: segment { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveSegment($input: ArchiveSegmentInput!) { saved: archiveSegment(input: $input) { record: segment { id version } } }
  `),
  restore: graphql(`
    mutation RestoreSegment($input: RestoreSegmentInput!) { saved: restoreSegment(input: $input) { record: segment { id version } } }
  `),
};
