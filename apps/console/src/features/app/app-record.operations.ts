// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment AppFields on App { clientId name imageUrl origins redirectAddresses postLogoutAddresses scopes }
`);

/** Documents of the app for the kit of records. */
export const appDocuments = {
  page: graphql(`
    query AppPage($first: Int, $after: String, $last: Int, $before: String, $filter: AppFilter, $sort: AppSort, $search: String, $startAt: ListStart) {
      list: apps(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...AppRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query AppCount($filter: AppFilter, $search: String) { list: apps(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query AppRecord($id: ID!) { record: app(id: $id) { ...AppRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query AppHistory($id: ID!, $first: Int!, $after: String) { record: app(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateApp($input: CreateAppInput!) { saved: createApp(input: $input) { record: app { id version } } }
  `),
  update: graphql(`
    mutation UpdateApp($input: UpdateAppInput!) { saved: updateApp(input: $input) { record: app { id version } } }
  `),
  suspend: graphql(`
    mutation SuspendApp($input: SuspendAppInput!) { saved: suspendApp(input: $input) { record: app { id version } } }
  `),
  reactivate: graphql(`
    mutation ReactivateApp($input: ReactivateAppInput!) { saved: reactivateApp(input: $input) { record: app { id version } } }
  `),
};
