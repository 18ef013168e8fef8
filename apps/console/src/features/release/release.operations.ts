import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment ReleaseRow on Release {
    id version number date state stateReason publishedAt publishedBy { name } createdAt updatedAt
    figures { bugs features improvements readers unread }
  }
`);

/** Documents of releases. */
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
    query ReleaseRecord($id: ID!) {
      record: release(id: $id) {
        ...ReleaseRow stateChangedAt stateChangedBy { name } changeLists { id title changes { id type title description } }
        createdBy { name } updatedBy { name } openFields actions { action isAllowed refusal }
      }
    }
  `),
  history: graphql(`
    query ReleaseHistory($id: ID!, $first: Int!, $after: String) { record: release(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateRelease($input: CreateReleaseInput!) { saved: createRelease(input: $input) { id version } }
  `),
  update: graphql(`
    mutation UpdateRelease($id: ID!, $expectedVersion: Int!, $input: UpdateReleaseInput!) { saved: updateRelease(id: $id, expectedVersion: $expectedVersion, input: $input) { id version } }
  `),
  duplicate: graphql(`
    mutation DuplicateRelease($id: ID!, $number: String!) { saved: duplicateRelease(id: $id, number: $number) { id version } }
  `),
  publish: graphql(`
    mutation PublishRelease($id: ID!, $expectedVersion: Int!) { saved: publishRelease(id: $id, expectedVersion: $expectedVersion) { id version } }
  `),
  withdraw: graphql(`
    mutation WithdrawRelease($id: ID!, $expectedVersion: Int!, $reason: String!) { saved: withdrawRelease(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  discard: graphql(`
    mutation DiscardRelease($id: ID!, $expectedVersion: Int!) { gone: discardRelease(id: $id, expectedVersion: $expectedVersion) }
  `),
};

/** The numbers that may come next. */
export const releaseNumbersQuery = graphql(`
  query ReleaseNumbers { releaseNumbers { latest patch minor major } }
`);
