// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StreamerFields on Streamer { displayName platform channelUrl countryCode staffSub }
`);

/** Documents of the streamer for the kit of records. */
export const streamerDocuments = {
  page: graphql(`
    query StreamerPage($first: Int, $after: String, $last: Int, $before: String, $filter: StreamerFilter, $sort: StreamerSort, $search: String, $startAt: ListStart) {
      list: streamers(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...StreamerRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query StreamerCount($filter: StreamerFilter, $search: String) { list: streamers(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query StreamerRecord($id: ID!) { record: streamer(id: $id) { ...StreamerRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query StreamerHistory($id: ID!, $first: Int!, $after: String) { record: streamer(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateStreamer($input: CreateStreamerInput!) { saved: createStreamer(input: $input) { record: streamer { id version } } }
  `),
  update: graphql(`
    mutation UpdateStreamer($input: UpdateStreamerInput!) { saved: updateStreamer(input: $input) { record: streamer { id version } } }
  `),
  suspend: graphql(`
    mutation SuspendStreamer($input: SuspendStreamerInput!) { saved: suspendStreamer(input: $input) { record: streamer { id version } } }
  `),
  reactivate: graphql(`
    mutation ReactivateStreamer($input: ReactivateStreamerInput!) { saved: reactivateStreamer(input: $input) { record: streamer { id version } } }
  `),
};
