// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StoreFields on Store { sid name countryCode areaId timezone addressLine city postalCode contactEmail contactPhone openedOn }
`);

/** Documents of the store for the kit of records. */
export const storeDocuments = {
  page: graphql(`
    query StorePage($first: Int, $after: String, $last: Int, $before: String, $filter: StoreFilter, $sort: StoreSort, $search: String, $startAt: ListStart, $locale: String) {
      list: stores(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...StoreRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query StoreCount($filter: StoreFilter, $search: String) { list: stores(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query StoreRecord($id: ID!, $locale: String) { record: store(id: $id) { ...StoreRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query StoreHistory($id: ID!, $first: Int!, $after: String) { record: store(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateStore($input: CreateStoreInput!) { saved: createStore(input: $input) { record: store { id version } } }
  `),
  update: graphql(`
    mutation UpdateStore($input: UpdateStoreInput!) { saved: updateStore(input: $input) { record: store { id version } } }
  `),
  activate: graphql(`
    mutation ActivateStore($input: ActivateStoreInput!) { saved: activateStore(input: $input) { record: store { id version } } }
  `),
  suspend: graphql(`
    mutation SuspendStore($input: SuspendStoreInput!) { saved: suspendStore(input: $input) { record: store { id version } } }
  `),
  reactivate: graphql(`
    mutation ReactivateStore($input: ReactivateStoreInput!) { saved: reactivateStore(input: $input) { record: store { id version } } }
  `),
  close: graphql(`
    mutation CloseStore($input: CloseStoreInput!) { saved: closeStore(input: $input) { record: store { id version } } }
  `),
};
