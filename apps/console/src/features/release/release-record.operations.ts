// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment ReleaseFields on Release { number date }
`);

/** Documents of the release for the kit of records. */
export const releaseDocuments = {
  page: graphql(`
    query ReleasePage($first: Int, $after: String, $last: Int, $before: String, $filter: ReleaseFilter, $sort: ReleaseSort, $search: String, $startAt: ListStart) {
      list: releases(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...ReleaseRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query ReleaseCount($filter: ReleaseFilter, $search: String) { list: releases(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query ReleaseRecord($id: ID!) { record: release(id: $id) { ...ReleaseWhole } }
  `),
  history: graphql(`
    query ReleaseHistory($id: ID!, $first: Int!, $after: String) { record: release(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateRelease($input: CreateReleaseInput!) { saved: createRelease(input: $input) { record: release { id version } } }
  `),
  update: graphql(`
    mutation UpdateRelease($input: UpdateReleaseInput!) { saved: updateRelease(input: $input) { record: release { id version } } }
  `),
  publish: graphql(`
    mutation PublishRelease($input: PublishReleaseInput!) { saved: publishRelease(input: $input) { record: release { id version } } }
  `),
  withdraw: graphql(`
    mutation WithdrawRelease($input: WithdrawReleaseInput!) { saved: withdrawRelease(input: $input) { record: release { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateRelease($input: DuplicateReleaseInput!) { saved: duplicateRelease(input: $input) { record: release { id version } } }
  `),
};
