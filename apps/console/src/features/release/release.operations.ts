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
    mutation CreateRelease($input: CreateReleaseInput!) { saved: createRelease(input: $input) { record: release { id version } } }
  `),
  update: graphql(`
    mutation UpdateRelease($input: UpdateReleaseInput!) { saved: updateRelease(input: $input) { record: release { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateRelease($input: DuplicateReleaseInput!) { saved: duplicateRelease(input: $input) { record: release { id version } } }
  `),
  publish: graphql(`
    mutation PublishRelease($input: PublishReleaseInput!) { saved: publishRelease(input: $input) { record: release { id version } } }
  `),
  withdraw: graphql(`
    mutation WithdrawRelease($input: WithdrawReleaseInput!) { saved: withdrawRelease(input: $input) { record: release { id version } } }
  `),
  discard: graphql(`
    mutation DiscardRelease($input: DiscardReleaseInput!) { gone: discardRelease(input: $input) { releaseId } }
  `),
};

/** The numbers that may come next. */
export const releaseNumbersQuery = graphql(`
  query ReleaseNumbers { releaseNumbers { latest patch minor major } }
`);
