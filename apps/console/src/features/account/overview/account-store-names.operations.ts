import { graphql } from '../../../generated/gql.ts';

/** Names of stores by their sids. */
export const storeNamesQuery = graphql(`
  query StoreNames($sids: [String!]!) { storeNames(sids: $sids) { id sid name } }
`);
